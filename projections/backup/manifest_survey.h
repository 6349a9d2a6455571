#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/manifest.h"

namespace countersign {

// The first fault of a backup.
struct BackupDamage {
  std::string file;  // within the folder of backups
  std::string why;
};

// The manifests of a folder of backups.
struct ManifestSurvey {
  std::vector<BackupRecord> records;       // of those that can be read, oldest first
  std::vector<BackupDamage> damaged;       // the others, oldest first
  std::optional<ManifestReader> newest{};  // of the last record, at its first entry
};

// Reads manifests from the newest to the oldest, until `most` of them could be read. So a damaged
// manifest does not hide the others. Returns a sentence if the manifests cannot be listed, or if
// the survey was given up.
Result<ManifestSurvey, std::string> survey_manifests(
    const BackupFolder& folder,
    std::size_t most = std::numeric_limits<std::size_t>::max(),
    const GivenUp& given_up = {});

// Opens the manifest of that backup, or of the newest. Never opens an older one in place of a
// damaged newest one: the sentence then names the newest one that can be read.
Result<ManifestReader, std::string> choose_manifest(const BackupFolder& folder,
                                                    std::optional<std::uint32_t> number);

}  // namespace countersign
