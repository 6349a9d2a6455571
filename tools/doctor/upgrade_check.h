#pragma once
#include <chrono>
#include <filesystem>
#include <optional>

#include "core/utc_time.h"
#include "tools/doctor/finding.h"
#include "tools/options/settings.h"

namespace countersign {

struct UpgradeCheckOptions {
  std::filesystem::path data;
  MasterKeySource master_key{};  // without a value, the file beside the data folder, if it is there
  std::optional<std::filesystem::path> backups{};
  // How long events are read to find out how fast this machine reads them.
  std::chrono::milliseconds sample{2'000};
};

// Reads a data folder with this program before this program serves it: whether it knows the
// folder's formats, what its first start would do and how long at least, and which way leads back.
// Opens nothing for writing, and takes no lock, so that an earlier program may go on serving the
// folder.
Diagnosis check_upgrade(const UpgradeCheckOptions& options, UtcTime now);

}  // namespace countersign
