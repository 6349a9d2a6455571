#include "events/rocks/held_space.h"

namespace countersign {

void HeldSpace::load(std::optional<Entries> entries) {
  const WriteLock lock(mutex_);
  entries_ = std::move(entries);
}

void HeldSpace::note(std::string_view generation_key,
                     const std::optional<std::string>& value,
                     Changes& changes) const {
  if (!space_ || static_cast<ViewSpace>(generation_key.front()) != *space_) return;
  changes.emplace_back(generation_key.substr(1), value);
}

void HeldSpace::apply(Changes&& changes) {
  if (changes.empty()) return;
  const WriteLock lock(mutex_);
  if (!entries_) return;
  for (auto& [key, value] : changes) {
    if (value) {
      entries_->insert_or_assign(std::move(key), *std::move(value));
    } else {
      entries_->erase(key);
    }
  }
}

bool HeldSpace::seek(std::string_view from, std::optional<ViewEntry>& entry) const {
  const ReadLock lock(mutex_);
  if (!entries_) return false;
  const auto place = entries_->lower_bound(from);
  if (place != entries_->end()) entry = ViewEntry{place->first, place->second};
  return true;
}

}  // namespace countersign
