#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "projections/backup/manifest.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct BackupOptions {
  std::filesystem::path to;
  // Older backups than so many are dropped once this one is there.
  std::optional<std::uint64_t> keep{};
  // Set, the backup is given up; e.g. by a server that shuts down.
  const std::atomic<bool>* stop = nullptr;
};

// Why there is no backup.
struct BackupFault {
  bool refused = false;  // the destination is not right, and nothing was written; else it failed
  std::string why;       // a sentence
};

struct BackupReport {
  BackupRecord record;
  std::uint64_t dropped = 0;  // older backups
  bool complete() const { return record.missing == 0; }
};

// Makes a backup of the folder into a folder of backups (backup_folder.h) while it is in use:
//
//   1. With the turn of erasures, so that no purge is half done in it: the text of PURGING, and
//      the database.
//   2. The backup's own log is opened where it lies, which checks it. It says which
//      files there were then; each is copied, unless the backup before had it. Files are there
//      before their event, so none can be missing but those that were purged in
//      between: their sessions are listed.
//   3. Once all is durable, the manifest.
//
// What it never has: a key. Erasures wait while the database is being copied, and nothing else.
// Any thread but the writer's; slow. A folder on the disk of the data keeps to its reserve.
Result<BackupReport, BackupFault> create_backup(const DataFolder& data,
                                                const BackupOptions& options);

// Which log it is: the leaf hash of its first event. Nothing if it is empty.
Result<std::optional<Sha256>, StoreError> identity_of(const EventLog& log);

// Whether a path is a folder, or in it, links resolved; neither need be there.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace countersign
