#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "tools/doctor/finding.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// The input of `countersign doctor`. A text that was not given is empty.
struct DoctorOptions {
  DataPlaces places;                      // `data` may be empty where `config` names it
  std::string config{};                   // the server's file of settings
  std::vector<std::string> key_copies{};  // of the master key
  std::string slots{};                    // the copy of the key slots
  std::string backups{};                  // the folder of backups
  std::chrono::milliseconds backup_age_most{std::chrono::hours(26)};
};

// Looks at an installation, with or without a running server, and changes nothing. REQUIRES: no
// other threads.
Diagnosis examine(const DoctorOptions& options);

// Asks a running server alone whether it may take work (/readyz): for the health check of a
// container, which has neither a shell nor curl.
Finding check_ready(const std::filesystem::path& data);

}  // namespace countersign
