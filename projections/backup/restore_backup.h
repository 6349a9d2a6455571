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
  std::optional<std::uint32_t> number{};  // the newest if empty
  std::filesystem::path to;               // a data folder that does not exist yet, or is empty
  // Where the key slots are: a backup of keys, or a data folder that still exists. Without it no
  // image can ever be read again.
  std::optional<std::filesystem::path> keys{};
  UtcTime now{};
  // The log's key, which must have signed the manifest. Without a key no signature is checked, and
  // the restored data may have been made by anyone who could write to the folder of backups.
  std::optional<tlog::VerifierKey> key{};
};

struct RestoreReport {
  BackupRecord record;
  // Sessions whose key has a slot. Those that were erased after the backup are among them: which
  // leaves of a slot are punctured is seen when the folder is first opened.
  std::uint64_t readable = 0;
  // Sessions that were erased while the backup was made, and whose key has a slot. They are purged
  // when the folder is first opened.
  std::uint64_t erased = 0;
  std::uint64_t unreadable = 0;  // sessions whose key has no slot any more
};

// Makes a data folder from a backup; the backup is only read. Compares all bytes with their
// checksum on the way, before a file gets its name. Writes only beneath the new folder, whatever
// the backup says (backup_folder.h). The first open does the steps that need the master key: see
// `projections/folder/restored.h`. The folder has a marker of these steps, which prevents any open
// until the folder is complete.
//
// Refused if the keys are another log's, or if their log is unknown and they open no session at all
// although there are some. Returns a sentence on failure; the folder is then incomplete and may be
// removed.
Result<RestoreReport, std::string> restore_backup(const RestoreOptions& options,
                                                  RandomSource& random);

}  // namespace countersign
