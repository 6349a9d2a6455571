#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"
#include "tools/options/settings_option.h"

namespace countersign {

void add_thresholds_command(CLI::App& app, OperatorWish& wish) {
  CLI::App& command = add_command(
      app,
      "thresholds",
      "the levels that images are judged by, with units and meanings: as they come, or with some\n"
      "set; or, by its hash, the set that outcomes in the log name");
  CLI::Option* const set = add_thresholds(
      command, "--threshold", wish.thresholds, "as countersignd takes it; repeatable");
  command.add_flag("--markdown", wish.markdown, "as a table for documentation");
  const auto hash = std::make_shared<std::string>();
  command.add_option("--sha256", *hash, "of the set in the log")->type_name("HEX")->excludes(set);
  command.callback([&wish, hash] {
    wish.kind = OperatorWish::Kind::Thresholds;
    if (hash->empty()) return;
    wish.kind = OperatorWish::Kind::Operation;
    wish.operation = "threshold show";
    wish.input = JsonWriter().begin_object().member("sha256", *hash).end_object().take();
  });
}

}  // namespace countersign
