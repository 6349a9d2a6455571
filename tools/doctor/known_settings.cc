#include "tools/doctor/known_settings.h"

#include <utility>
#include <variant>
#include <vector>

#include "tools/doctor/process_facts.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

KnownSettings read(const std::vector<std::string>& arguments, const Variables& variables) {
  auto found = read_settings(arguments, variables);
  if (auto* settings = std::get_if<ServerSettings>(&found)) {
    return {.settings = std::move(*settings)};
  }
  return {.why_not = std::get<EarlyExit>(found).text};
}

// Has the values of `--config FILE` and `--config=FILE` begin from this folder. Returns the last.
std::optional<fs::path> take_config(std::vector<std::string>& arguments, const fs::path& folder) {
  const std::string flag = "--config";
  std::optional<fs::path> file;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == flag && i + 1 < arguments.size()) {
      file = folder / arguments[++i];
      arguments[i] = file->string();
    } else if (arguments[i].starts_with(flag + "=")) {
      file = folder / arguments[i].substr(flag.size() + 1);
      arguments[i] = flag + "=" + file->string();
    }
  }
  return file;
}

// Has the paths that a doctor looks at begin from the folder that the server works in.
void begin_from(const fs::path& folder, ServerSettings& settings) {
  settings.data = folder / settings.data;
  if (settings.master_key.file) settings.master_key.file = folder / *settings.master_key.file;
  if (settings.signing_key_file) settings.signing_key_file = folder / *settings.signing_key_file;
  if (settings.tls) {
    settings.tls->certificate_path = (folder / settings.tls->certificate_path).string();
  }
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
  const fs::path folder = folder_of_process(proc, *server).value_or("");
  std::vector<std::string> arguments(line->begin() + 1, line->end());
  const auto file = take_config(arguments, folder);
  KnownSettings known = read(arguments, [&](const std::string& name) -> std::optional<std::string> {
    if (!environment) return std::nullopt;
    const auto found = environment->find(name);
    return found == environment->end() ? std::nullopt : std::optional(found->second);
  });
  known.file = file;
  if (known.settings) begin_from(folder, *known.settings);
  return known;
}

}  // namespace countersign
