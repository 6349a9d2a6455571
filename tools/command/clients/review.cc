#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

void add_review_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "review", "see how people decide");
  CLI::App& report = add_command(
      group, "report", "count the queue, the time to decisions, and what reviewers did");
  const auto from = std::make_shared<std::string>();
  const auto to = std::make_shared<std::string>();
  report.add_option("--from", *from, "first day, or a time of it [30 days before the end]")
      ->type_name("YYYY-MM-DD");
  report.add_option("--to", *to, "day or time before which the report ends [now]")
      ->type_name("YYYY-MM-DD");
  const auto sandbox = std::make_shared<bool>(false);
  report.add_flag("--sandbox", *sandbox, "count the sandbox's cases instead of those of persons");
  on_typed(report, typed, [from, to, sandbox](Operator& op) {
    JsonWriter json;
    json.begin_object();
    if (!from->empty()) json.member("from", *from);
    if (!to->empty()) json.member("to", *to);
    if (*sandbox) json.member("sandbox", true);
    return op.run("review report", json.end_object().take());
  });
}

}  // namespace countersign
