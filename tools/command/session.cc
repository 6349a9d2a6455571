#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

void add_session_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "session", "look at sessions");
  CLI::App& show = add_command(group, "show", "show a session with its files and all its events");
  const auto session = std::make_shared<std::string>();
  show.add_option("SESSION", *session, "session id")->required();
  on_typed(show, typed, [session](Operator& op) {
    return op.run("session show",
                  JsonWriter().begin_object().member("sessionId", *session).end_object().take());
  });
}

}  // namespace countersign
