#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "projections/backup/manifest.h"
#include "projections/backup/manifest_survey.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct BackupOptions {
  std::filesystem::path to;
  // The number of backups to keep, the new one included; older ones are dropped once it exists. A
  // backup whose manifest is damaged is not counted as one of them.
  std::optional<std::uint64_t> keep{};
  // Once given up, the backup ends before the next file: there is no new backup, and the next one
  // clears away what this one has copied. If the new backup exists already, older ones stay.
  GivenUp given_up{};
};

// Why no backup was made.
struct BackupFault {
  bool refused = false;  // the destination is wrong, and nothing was written; else it failed
  std::string why;       // a sentence
};

struct BackupReport {
  BackupRecord record;
  std::uint64_t dropped = 0;  // older backups
  // Manifests that were found damaged and are kept. While there is one, no file is removed, because
  // nothing says which ones it names.
  std::vector<BackupDamage> damaged;
  bool complete() const { return record.missing == 0; }
};

// Makes a backup of the data folder into a folder of backups (backup_folder.h) while the data
// folder is in use:
//
//   1. It takes the turn of erasures, so that no purge is half done in the backup, and copies the
//      text of PURGING and the database.
//   2. It opens the backup's own log in place, which checks that log. The log names the files of
//      that time; each is copied, unless the previous backup has it. A file is durable before its
//      event, so only files that were purged in between can be missing: their sessions are listed.
//      All blocks of a table that no earlier backup has are compared with their checksums: there is
//      no backup of a damaged database.
//   3. Once everything is durable, it writes the manifest.
//
// A backup never contains a key. Only erasures wait while the database is being copied. Any thread
// but the writer's; slow. A destination on the data folder's disk respects that disk's free-space
// reserve.
Result<BackupReport, BackupFault> create_backup(const DataFolder& data,
                                                const BackupOptions& options);

// Identifies the log: the leaf hash of its first event. Empty if the log is empty.
Result<std::optional<Sha256>, StoreError> identity_of(const EventStore& log);

}  // namespace countersign
