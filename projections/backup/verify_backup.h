#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/tlog/note/note_key.h"
#include "projections/backup/manifest.h"

namespace countersign {

struct VerifyBackupOptions {
  std::filesystem::path from;
  std::optional<std::uint32_t> number{};  // the newest without it
  // The log's, which must have signed the manifest and its checkpoint; without one no signature is
  // looked at, and whoever could write to the folder may have made the backup.
  std::optional<tlog::VerifierKey> key{};
};

// The first thing that is wrong with a backup.
struct BackupDamage {
  std::string file;  // in the folder of backups
  std::string why;
};

struct BackupVerdict {
  BackupRecord record;
  std::uint64_t files = 0;         // that were found to be good
  std::uint64_t bytes = 0;         // of those
  bool signature_checked = false;  // with the key, and it is good
  std::optional<BackupDamage> damage;

  bool ok() const { return !damage.has_value(); }
};

// Checks the signature of the manifest, with a key; reads all that a backup has, and compares it
// with its manifest; then opens its log where it lies, with the checks of every open, and compares
// head, root and, with a key, the checkpoint. It ends whatever the folder has: names that are none
// of a backup, links and what is no file are faults (backup_folder.h). A sentence if there is no
// such backup, or somebody is making one.
Result<BackupVerdict, std::string> verify_backup(const VerifyBackupOptions& options);

// The records of the backups in a folder, oldest first.
Result<std::vector<BackupRecord>, std::string> list_backups(const std::filesystem::path& from);

}  // namespace countersign
