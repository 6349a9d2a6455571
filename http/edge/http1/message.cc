#include "http/edge/http1/message.h"

#include <algorithm>

#include "core/ascii.h"

namespace countersign::http {

void Headers::add(std::string name, std::string value) {
  fields.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string name, std::string value) {
  remove(name);
  add(std::move(name), std::move(value));
}

void Headers::remove(std::string_view name) {
  std::erase_if(fields, [&](const Field& field) { return equal_ignoring_case(field.name, name); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (equal_ignoring_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      fields, [&](const Field& f) { return equal_ignoring_case(f.name, name); }));
}

}  // namespace countersign::http
