#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/tlog/note/note_key.h"
#include "projections/backup/manifest.h"
#include "projections/backup/manifest_survey.h"

namespace countersign {

struct VerifyBackupOptions {
  std::filesystem::path from;
  std::optional<std::uint32_t> number{};  // the newest if empty
  // The log's key, which must have signed the manifest and its checkpoint. Without a key no
  // signature is checked, and the backup may have been made by anyone who could write to the
  // folder.
  std::optional<tlog::VerifierKey> key{};
};

struct BackupFindings {
  BackupRecord record;
  std::uint64_t files = 0;         // that were found to be intact
  std::uint64_t bytes = 0;         // of those files
  bool signature_checked = false;  // checked with the key, and valid
  std::optional<BackupDamage> damage;
  // If no backup was chosen by its number: the damaged manifests of others.
  std::vector<BackupDamage> damaged_others;

  bool ok() const { return !damage.has_value() && damaged_others.empty(); }
};

// With a key, checks the signature of the manifest. Reads all files of the backup and compares them
// with its manifest. Then opens its log in place, with the checks of every open, and compares head,
// root and, with a key, the checkpoint. It terminates whatever the folder contains: invalid names,
// links and special files are faults (backup_folder.h). Returns a sentence if there is no such
// backup, or if a backup is being made there.
Result<BackupFindings, std::string> verify_backup(const VerifyBackupOptions& options);

// The backups in a folder.
Result<ManifestSurvey, std::string> list_backups(const std::filesystem::path& from);

}  // namespace countersign
