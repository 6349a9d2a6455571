// A file of settings, as an operator writes it.
#include <fstream>
#include <string>
#include <variant>

#include "core/check.h"
#include "tests/events/support/temp_folder.h"
#include "tests/fuzz/target.h"
#include "tools/options/settings.h"

namespace countersign::fuzz::settings_file_target {

void run(std::string_view input) {
  static const TempFolder folder;
  const std::string file = (folder.path() / "settings.toml").string();
  std::ofstream(file, std::ios::binary) << input;
  const auto read = read_settings({"--config", file},
                                  [](const std::string&) { return std::optional<std::string>(); });
  if (const auto* const exit = std::get_if<EarlyExit>(&read)) {
    check(exit->status == 0 || exit->status == 2, "the status of an early exit is 0 or 2");
    check(!exit->text.empty(), "the text of an early exit is not empty");
    return;
  }
  const auto& settings = std::get<ServerSettings>(read);
  check(!conflict_in(settings), "accepted settings do not conflict");
  check(settings.threads >= 1 && settings.max_connections >= 1,
        "accepted settings have at least one thread and one connection");
}

const Target kTarget("settings_file", run);

}  // namespace countersign::fuzz::settings_file_target
