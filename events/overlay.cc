#include "events/overlay.h"

#include <utility>

namespace countersign {

const std::string& Overlay::full_key(ViewSpace space, std::string_view key) {
  key_.assign(1, static_cast<char>(space)).append(key);
  return key_;
}

Overlay::Entry& Overlay::entry(ViewSpace space, std::string_view key) {
  return entries_.try_emplace(full_key(space, key)).first->second;
}

std::optional<std::string> Overlay::get(ViewSpace space, std::string_view key) {
  if (failed_) return std::nullopt;
  const auto [place, fresh] = entries_.try_emplace(full_key(space, key));
  if (!fresh) return place->second.value;
  auto stored = read_(place->first);
  if (!stored) {
    failed_ = true;
    return std::nullopt;
  }
  place->second.value = *std::move(stored);
  return place->second.value;
}

void Overlay::put(ViewSpace space, std::string_view key, std::string value) {
  entry(space, key) = {std::move(value), true};
}

void Overlay::erase(ViewSpace space, std::string_view key) {
  entry(space, key) = {std::nullopt, true};
}

void Overlay::for_each_change(const Change& change) const {
  for (const auto& [key, entry] : entries_) {
    if (entry.changed) change(key, entry.value);
  }
}

}  // namespace countersign
