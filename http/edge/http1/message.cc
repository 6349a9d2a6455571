#include "http/edge/http1/message.h"

#include <algorithm>

namespace countersign::http {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

void Headers::add(std::string name, std::string value) {
  fields.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string name, std::string value) {
  remove(name);
  add(std::move(name), std::move(value));
}

void Headers::remove(std::string_view name) {
  std::erase_if(fields, [&](const Field& field) { return same_name(field.name, name); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (same_name(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(fields, [&](const Field& f) { return same_name(f.name, name); }));
}

}  // namespace countersign::http
