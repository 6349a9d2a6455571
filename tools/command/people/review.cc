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
  report.add_option("--from", *from, "first day, or a time [30 days ago]")->type_name("YYYY-MM-DD");
  report.add_option("--to", *to, "day or time before which the report ends [now]")
      ->type_name("YYYY-MM-DD");
  on_typed(report, typed, [from, to](Operator& op) {
    JsonWriter json;
    json.begin_object();
    if (!from->empty()) json.member("from", *from);
    if (!to->empty()) json.member("to", *to);
    return op.run("review report", json.end_object().take());
  });
}

}  // namespace countersign
