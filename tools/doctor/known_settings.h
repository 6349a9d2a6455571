#pragma once
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "tools/options/settings.h"

namespace countersign {

// The settings of a server, as far as they can be known.
struct KnownSettings {
  std::optional<ServerSettings> settings{};
  std::optional<std::filesystem::path> file{};  // that of --config
  std::string why_not{};                        // a sentence, where there are none
};

// Reads the file `config` with the variables of this process. With an empty `config`, reads what
// the server's own process was started with, by its command line and, if the system shows it, its
// environment. `proc` is /proc, or a folder of its form.
KnownSettings known_settings(const std::string& config,
                             const std::filesystem::path& data,
                             const std::filesystem::path& proc,
                             const std::optional<::pid_t>& server);

}  // namespace countersign
