#include <memory>
#include <string>
#include <vector>

#include "core/session/review/review_event.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_ending.h"
#include "http/operator/operations/operations_session.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"

namespace countersign {
namespace {

using http::given;
using http::input_of;

struct Correction {
  std::string session;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::string why;
};

void add_correct(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "correct", "replace the decision of a settled review; the earlier one stays logged");
  const auto correction = std::make_shared<Correction>();
  command.add_option("SESSION", correction->session, "session id")->required();
  add_name<ReviewDecision>(
      command,
      "--decision",
      [correction](ReviewDecision decision) { correction->decision = decision; },
      "decision that counts from now on")
      ->required();
  command.add_option("--reason", correction->reasons, "code of the decision; repeatable")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->type_name("CODE");
  command
      .add_option("--why",
                  correction->why,
                  "why it is corrected; kept encrypted, and erased with the session's files")
      ->required();
  on_typed(command, typed, [correction](Operator& op) {
    return op.run("session correct",
                  input_of<http::AskedCorrection>(given<"sessionId">(correction->session),
                                                  given<"decision">(correction->decision),
                                                  given<"reasons">(correction->reasons),
                                                  given<"why">(correction->why)));
  });
}

void add_ending(CLI::App& group, CommandRun& typed, const std::string& name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto session = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>();
  command.add_option("SESSION", *session, "session id")->required();
  command
      .add_option("--reason", *reason, "why, for the log and the client's feed; no personal data")
      ->required();
  on_typed(command, typed, [name, session, reason](Operator& op) {
    return op.run(
        "session " + name,
        input_of<http::AskedEnding>(given<"sessionId">(*session), given<"reason">(*reason)));
  });
}

}  // namespace

void add_session_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(
      app, "session", "find and look at sessions, correct decisions, and end or erase sessions");
  CLI::App& show = add_command(group, "show", "show a session with its files and all its events");
  const auto session = std::make_shared<std::string>();
  show.add_option("SESSION", *session, "session id")->required();
  on_typed(show, typed, [session](Operator& op) {
    return op.run("session show", input_of<http::NamedSession>(given<"sessionId">(*session)));
  });
  add_session_list(group, typed);
  add_correct(group, typed);
  add_ending(group, typed, "cancel", "give a session up in its client's place");
  add_ending(group,
             typed,
             "purge",
             "erase a session's files at once, and print the receipt; a running session ends");
}

}  // namespace countersign
