#include <memory>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "http/operator/judging/operations_thresholds.h"
#include "http/operator/operation_input.h"
#include "tools/command/command.h"
#include "tools/machine/terminal.h"
#include "tools/options/settings_option.h"
#include "tools/report/threshold_list.h"

namespace countersign {

namespace {

// The arguments: the levels that differ from the defaults, or the hash of a set in the log.
struct ThresholdsWanted {
  std::vector<ThresholdOverride> overrides{};
  bool markdown = false;
  std::string sha256{};
};

int list_thresholds(Operator& op, const ThresholdsWanted& wanted) {
  if (!wanted.sha256.empty()) {
    return op.run("threshold show",
                  http::input_of<http::NamedSet>(http::given<"sha256">(wanted.sha256)));
  }
  Thresholds set;
  const auto unfit = change(set, wanted.overrides);
  check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  if (!wanted.markdown) return op.print(thresholds_json(set));
  print_out(thresholds_markdown(set));
  return kOk;
}

}  // namespace

void add_thresholds_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command = add_command(app,
                                  "thresholds",
                                  "list the thresholds that images are judged by, with units and "
                                  "meanings: the defaults, or a set that the log names");
  const auto wanted = std::make_shared<ThresholdsWanted>();
  CLI::Option* const set = add_thresholds(
      command,
      "--threshold",
      wanted->overrides,
      "threshold that differs from the default, as countersignd takes it; repeatable");
  command.add_flag("--markdown", wanted->markdown, "print a Markdown table");
  command
      .add_option(
          "--sha256", wanted->sha256, "SHA-256 of a threshold set in the log; not with --threshold")
      ->type_name("HEX")
      ->excludes(set);
  on_typed(command, typed, [wanted](Operator& op) { return list_thresholds(op, *wanted); });
}

}  // namespace countersign
