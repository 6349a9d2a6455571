#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

namespace {

void add_hold(CLI::App& group, OperatorWish& wish, const std::string& name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto session = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>();
  command.add_option("SESSION", *session, "its id")->required();
  command.add_option("--reason", *reason, "for the log; no personal data")->required();
  command.callback([&wish, name, session, reason] {
    wish.operation = "hold " + name;
    wish.input = JsonWriter()
                     .begin_object()
                     .member("sessionId", *session)
                     .member("reason", *reason)
                     .end_object()
                     .take();
  });
}

}  // namespace

void add_session_commands(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "session", "verifications");
  CLI::App& show = add_command(group, "show", "a session, its files and all of its events");
  const auto session = std::make_shared<std::string>();
  show.add_option("SESSION", *session, "its id")->required();
  show.callback([&wish, session] {
    wish.operation = "session show";
    wish.input = JsonWriter().begin_object().member("sessionId", *session).end_object().take();
  });
  CLI::App& hold = add_group(app, "hold", "legal holds: files that retention leaves alone");
  add_hold(hold, wish, "set", "keep the files of a session");
  add_hold(hold, wish, "release", "let retention have the files of a session again");
}

}  // namespace countersign
