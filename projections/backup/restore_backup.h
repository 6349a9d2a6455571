#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/random_source.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/tlog/note/note_key.h"
#include "projections/backup/manifest.h"

namespace countersign {

struct RestoreOptions {
  std::filesystem::path from;
  std::optional<std::uint32_t> number{};  // the newest without it
  std::filesystem::path to;               // a data folder that is not there, or empty
  // Where the key slots are: a backup of keys, or a data folder that is still there. Without
  // it no image will ever be read again.
  std::optional<std::filesystem::path> keys{};
  UtcTime now{};
  // The log's, which must have signed the manifest. Without one no signature is looked at, and
  // whoever could write to the folder of backups may have made what is restored.
  std::optional<tlog::VerifierKey> key{};
};

struct RestoreReport {
  BackupRecord record;
  std::uint64_t readable = 0;    // sessions to whose key there is a slot
  std::uint64_t unreadable = 0;  // and those to which there is none any more
};

// Makes a data folder of a backup; the backup is only read. Every byte is compared with its
// checksum on the way, before its file has its name. Nothing is written but beneath the new folder,
// whatever the backup says (backup_folder.h). What is left to be done with the master key, the
// first open does: see `projections/folder/restored.h`, whose marker lies in the folder, and before it is
// whole keeps it from being opened at all.
//
// Refused when the keys are another log's, or when it cannot be told whose they are and they open
// no session at all though there are some. A sentence on failure; the folder is then not whole and
// may be removed.
Result<RestoreReport, std::string> restore_backup(const RestoreOptions& options,
                                                  RandomSource& random);

}  // namespace countersign
