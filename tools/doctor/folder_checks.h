#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/utc_time.h"
#include "tools/doctor/finding.h"

// The questions of `countersign doctor` to the files of an installation. Everything is opened for
// reading alone.
namespace countersign {

// The places of an installation, as far as they are known.
struct InstallationPlaces {
  std::filesystem::path data;
  std::optional<std::filesystem::path> settings_file{};
  std::optional<std::filesystem::path> master_key{};
  bool key_is_printed = false;  // by a command, in place of a file
  std::optional<std::filesystem::path> signing_key{};
  std::vector<std::filesystem::path> key_copies{};  // of the master key
  std::optional<std::filesystem::path> slots{};     // the copy of the key slots
  std::optional<std::filesystem::path> backups{};   // the folder of backups
  std::chrono::seconds backup_age_most{std::chrono::hours(26)};
  // No server has ever served the data folder, which is empty or is not there: nothing is lost that
  // the first start makes.
  bool is_new = false;
};

// Owners and modes of the data folder, of the folders in it, of the keys and of the file of
// settings. The owner of the data folder is the server's user.
Diagnosis check_modes(const InstallationPlaces& places);

// The master key against MASTER-KEY-ID, and its copies against the key.
Diagnosis check_master_key(const InstallationPlaces& places);

// The copy of the key slots against those of the data folder, byte by byte.
Finding check_slots(const InstallationPlaces& places);

// Whether the newest backup is young enough. One older than seven times that is an error.
Finding check_backups(const InstallationPlaces& places, UtcTime now);

}  // namespace countersign
