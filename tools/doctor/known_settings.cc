#include "tools/doctor/known_settings.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tools/doctor/process_facts.h"

namespace countersign {
namespace {

KnownSettings read(const std::vector<std::string>& arguments, const Variables& variables) {
  auto found = read_settings(arguments, variables);
  if (auto* settings = std::get_if<ServerSettings>(&found)) {
    return {.settings = std::move(*settings)};
  }
  return {.why_not = std::get<EarlyExit>(found).text};
}

// The value of `--config FILE` or `--config=FILE`, the last one.
std::optional<std::filesystem::path> config_in(const std::vector<std::string>& arguments) {
  constexpr std::string_view kFlag = "--config";
  std::optional<std::filesystem::path> file;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& one = arguments[i];
    if (one == kFlag && i + 1 < arguments.size()) file = arguments[i + 1];
    if (one.starts_with("--config=")) file = one.substr(kFlag.size() + 1);
  }
  return file;
}

}  // namespace

KnownSettings known_settings(const std::string& config,
                             const std::filesystem::path& data,
                             const std::filesystem::path& proc,
                             const std::optional<::pid_t>& server) {
  if (!config.empty()) {
    std::vector<std::string> arguments{"--config", config};
    if (!data.empty()) arguments.insert(arguments.end(), {"--data", data.string()});
    KnownSettings known = read(arguments, process_variable);
    known.file = config;
    return known;
  }
  if (!server) return {.why_not = "no server runs, and no file of settings was named"};
  const auto line = command_line_of(proc, *server);
  if (!line) return {.why_not = "the command line of the server's process is not shown"};
  const auto environment = environment_of(proc, *server);
  const std::vector<std::string> arguments(line->begin() + 1, line->end());
  KnownSettings known = read(arguments, [&](const std::string& name) -> std::optional<std::string> {
    if (!environment) return std::nullopt;
    const auto found = environment->find(name);
    return found == environment->end() ? std::nullopt : std::optional(found->second);
  });
  known.file = config_in(arguments);
  return known;
}

}  // namespace countersign
