#include <memory>
#include <string>

#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_session.h"
#include "tools/command/command.h"

namespace countersign {

namespace {

using http::given;

void add_hold(CLI::App& group, CommandRun& typed, const std::string& name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto session = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>();
  command.add_option("SESSION", *session, "session id")->required();
  command.add_option("--reason", *reason, "why, for the log; no personal data")->required();
  on_typed(command, typed, [name, session, reason](Operator& op) {
    return op.run(
        "hold " + name,
        http::input_of<http::AskedHold>(given<"sessionId">(*session), given<"reason">(*reason)));
  });
}

}  // namespace

void add_hold_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "hold", "set and release legal holds");
  add_hold(group, typed, "set", "keep a session's files from every purge");
  add_hold(group, typed, "release", "let a session's files be purged again");
}

}  // namespace countersign
