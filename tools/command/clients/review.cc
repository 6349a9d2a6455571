#include <memory>
#include <string>

#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_review.h"
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
    return op.run(
        "review report",
        http::input_of<http::AskedReport>(http::given<"from">(http::unless_empty(*from)),
                                          http::given<"to">(http::unless_empty(*to)),
                                          http::given<"sandbox">(http::only_if(*sandbox, true))));
  });
}

}  // namespace countersign
