#include "projections/erasure.h"

#include <utility>

namespace countersign {

std::optional<StoreError> Erasure::begin() {
  if (begun_) return std::nullopt;
  if (marker_.write("Purged bytes may still be on the disk; the next open removes them.\n")) {
    return StoreError::Io;
  }
  begun_ = true;
  return std::nullopt;
}

bool Erasure::unlink(const Place& place) {
  if (!vault_.remove(place.file, place.day)) return false;
  unsynced_days_.insert(place.day);
  return true;
}

std::uint64_t Erasure::unlink(const std::vector<StoredFile>& files) {
  keys_deleted_ = true;
  std::uint64_t failed = 0;
  for (const StoredFile& file : files) {
    Place place{file.file, file.day};
    if (unlink(place)) continue;
    remembered_.push_back(std::move(place));
    ++failed;
  }
  return failed;
}

std::uint64_t Erasure::unlink_remembered() {
  std::erase_if(remembered_, [&](const Place& place) { return unlink(place); });
  return remembered_.size();
}

std::optional<StoreError> Erasure::finish() {
  std::erase_if(unsynced_days_,
                [&](const std::string& day) { return vault_.sync_day(day).has_value(); });
  if (keys_deleted_) {
    if (const auto error = log_.scrub_keys()) return error;
  }
  keys_deleted_ = false;
  begun_ = false;
  if (!remembered_.empty() || !unsynced_days_.empty() || !marker_.exists()) return std::nullopt;
  if (marker_.remove()) return StoreError::Io;
  return std::nullopt;
}

Result<Erasure::Recovery, StoreError> Erasure::recover(const Queries& queries) {
  Recovery recovery;
  std::optional<StoreError> unreadable;
  const auto swept = vault_.sweep_orphans([&](const FileId& file) {
    const auto entry = queries.file(file);
    if (!entry) unreadable = entry.error();
    return !entry || entry->has_value();  // what cannot be told is kept
  });
  if (unreadable) return *unreadable;
  if (swept) recovery.orphans_removed = *swept;
  recovery.orphans_left = !swept;

  if (!marker_.exists()) return recovery;
  if (const auto error = log_.scrub_keys()) return *error;
  if (!recovery.orphans_left && marker_.remove()) return StoreError::Io;
  return recovery;
}

}  // namespace countersign
