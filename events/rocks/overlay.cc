#include "events/rocks/overlay.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace countersign {

const std::pmr::string& Overlay::full_key(ViewSpace space, std::string_view key) {
  key_.assign(1, static_cast<char>(space)).append(key);
  return key_;
}

Overlay::Entry& Overlay::entry(ViewSpace space, std::string_view key) {
  return entries_.try_emplace(full_key(space, key)).first->second;
}

bool Overlay::fetch(std::string_view key, std::optional<std::string>& value) {
  if (below_ != nullptr) {
    if (below_->failed_) return false;
    if (const auto place = below_->entries_.find(key); place != below_->entries_.end()) {
      value = place->second.value;
      return true;
    }
  }
  auto stored = read_(key);
  if (!stored) return false;
  value = *std::move(stored);
  return true;
}

std::optional<std::string> Overlay::get(ViewSpace space, std::string_view key) {
  if (failed_) return std::nullopt;
  const auto [place, fresh] = entries_.try_emplace(full_key(space, key));
  if (fresh && !fetch(place->first, place->second.value)) {
    failed_ = true;
    return std::nullopt;
  }
  return place->second.value;
}

void Overlay::put(ViewSpace space, std::string_view key, std::string value) {
  entry(space, key) = {std::move(value), true};
}

void Overlay::erase(ViewSpace space, std::string_view key) {
  entry(space, key) = {std::nullopt, true};
}

// In key order, because a sorted table takes entries fastest that way.
void Overlay::for_each_change(const Change& change) const {
  using Place = std::pair<const std::pmr::string, Entry>;
  std::vector<const Place*> changed;
  changed.reserve(entries_.size());
  for (const Place& place : entries_) {
    if (place.second.changed) changed.push_back(&place);
  }
  std::ranges::sort(
      changed, {}, [](const Place* place) -> std::string_view { return place->first; });
  for (const Place* place : changed) change(place->first, place->second.value);
}

}  // namespace countersign
