#include "tools/command/command.h"

namespace countersign {

void add_projections_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group =
      add_group(app, "projections", "verify or rebuild the views, which are derived from the log");
  on_typed(add_command(group, "verify", "compare the live views with rebuilt ones, byte for byte"),
           typed,
           [](Operator& op) { return op.run("projections verify"); });
  on_typed(add_command(
               group, "rebuild", "compute all views from the log again, and switch to the result"),
           typed,
           [](Operator& op) { return op.run("projections rebuild"); });
}

}  // namespace countersign
