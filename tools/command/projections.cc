#include "tools/command/command.h"

namespace countersign {

void add_projections_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "projections", "the views that are derived from the log");
  on_typed(add_command(group, "verify", "compare the live views with rebuilt ones, byte for byte"),
           typed,
           [](Operator& op) { return op.run("projections verify"); });
  on_typed(add_command(group, "rebuild", "fold the whole log again and change to the result"),
           typed,
           [](Operator& op) { return op.run("projections rebuild"); });
}

}  // namespace countersign
