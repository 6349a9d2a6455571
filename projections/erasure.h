#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/stored_file.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/vault.h"
#include "projections/marker_file.h"
#include "projections/queries.h"

namespace countersign {

// Makes physical what FilesPurged says: the files are unlinked, their folders synced,
// and the database made to let go of the deleted keys.
//
//   turn ; begin ; { FilesPurged durable ; unlink }* ; finish
//
// begin() leaves a marker in the data folder, which finish() takes away when nothing is
// left to do. A crash in between is made good by recover() at the next open, because
// the views no longer know the files. One thread at a time: whoever holds the turn.
class Erasure {
 public:
  Erasure(EventLog& log, Vault& vault, const std::filesystem::path& marker)
      : log_(log), vault_(vault), marker_(marker) {}

  [[nodiscard]] std::unique_lock<std::mutex> turn() { return std::unique_lock(mutex_); }

  // Before the first FilesPurged is submitted. Further calls until finish() do nothing.
  std::optional<StoreError> begin();
  // The session's FilesPurged is durable. How many of its files could not be unlinked;
  // they are remembered.
  std::uint64_t unlink(const std::vector<StoredFile>& files);
  // Tries those again that an earlier unlink() could not; how many are still there.
  std::uint64_t unlink_remembered();
  // Scrubs the deleted keys if there are any. Without an unlink() since begin(), when the
  // purge was refused, it takes the marker away and no more.
  std::optional<StoreError> finish();

  struct Recovery {
    std::uint64_t orphans_removed = 0;
    bool orphans_left = false;  // the disk refused; the next open tries again
  };
  // At open, before there is a writer: removes every file that the views do not know,
  // and does the rest of a purge that a crash cut short.
  Result<Recovery, StoreError> recover(const Queries& queries);

 private:
  struct Place {
    FileId file;
    std::string day;
  };
  bool unlink(const Place& place);

  EventLog& log_;
  Vault& vault_;
  MarkerFile marker_;
  std::mutex mutex_;
  bool begun_ = false;
  bool keys_deleted_ = false;  // and not yet scrubbed
  std::vector<Place> remembered_;
  std::set<std::string> unsynced_days_;
};

}  // namespace countersign
