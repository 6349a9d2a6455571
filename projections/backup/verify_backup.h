#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/tlog/note_key.h"
#include "projections/backup/manifest.h"

namespace countersign {

struct VerifyBackupOptions {
  std::filesystem::path from;
  std::optional<std::uint32_t> number{};  // the newest without it
  // Whose signature the backup's checkpoint must have; without one it is not looked at.
  std::optional<tlog::VerifierKey> key{};
};

// The first thing that is wrong with a backup.
struct BackupDamage {
  std::string file;  // in the folder of backups
  std::string why;
};

struct BackupVerdict {
  BackupRecord record;
  std::uint64_t files = 0;  // that were found to be good
  std::uint64_t bytes = 0;  // of those
  std::optional<BackupDamage> damage;

  bool ok() const { return !damage.has_value(); }
};

// Reads all that a backup has, and compares it with its manifest; then opens its log where it
// lies, with the checks of every open, and compares head, root and, with a key, the
// checkpoint. A sentence if there is no such backup, or somebody is making one.
Result<BackupVerdict, std::string> verify_backup(const VerifyBackupOptions& options);

// The records of the backups in a folder, oldest first.
Result<std::vector<BackupRecord>, std::string> list_backups(const std::filesystem::path& from);

}  // namespace countersign
