#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_sessions.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"

namespace countersign {
namespace {

using http::given;
using http::only_if;
using http::unless_empty;

struct TypedList {
  std::string client;
  std::string user_ref;
  std::optional<SessionStatus> status;
  std::optional<ResultStatus> result;
  std::optional<Purpose> purpose;
  std::string reason;
  std::string since;
  std::string until;
  std::vector<std::string> labels;
  bool sandbox = false;
  std::string after;
  std::optional<std::uint64_t> limit;
};

// Adds an option with one name, which becomes `target`.
template <NamedEnum E>
void add_optional_name(CLI::App& command,
                       const std::string& flag,
                       const std::shared_ptr<TypedList>& list,
                       std::optional<E> TypedList::*target,
                       const std::string& meaning) {
  add_name<E>(
      command, flag, [list, target](E value) { (*list).*target = value; }, meaning);
}

std::string input_of_list(const TypedList& list) {
  return http::input_of<http::AskedSessions>(given<"clientKey">(unless_empty(list.client)),
                                             given<"userRef">(unless_empty(list.user_ref)),
                                             given<"status">(list.status),
                                             given<"resultStatus">(list.result),
                                             given<"purpose">(list.purpose),
                                             given<"reason">(unless_empty(list.reason)),
                                             given<"since">(unless_empty(list.since)),
                                             given<"until">(unless_empty(list.until)),
                                             given<"labels">(unless_empty(list.labels)),
                                             given<"sandbox">(only_if(list.sandbox, true)),
                                             given<"after">(unless_empty(list.after)),
                                             given<"limit">(list.limit));
}

}  // namespace

void add_session_list(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "list", "list sessions, the newest first, or find some of them");
  const auto list = std::make_shared<TypedList>();
  command.add_option(
      "--client", list->client, "only sessions of this client [all, disabled ones too]");
  command.add_option("--user-ref", list->user_ref, "only sessions of this person, by userRef")
      ->type_name("REF");
  add_optional_name(
      command, "--status", list, &TypedList::status, "only sessions that have this status now");
  add_optional_name(
      command, "--result", list, &TypedList::result, "only sessions that have this result now");
  add_optional_name(
      command, "--purpose", list, &TypedList::purpose, "only sessions of this purpose");
  command
      .add_option(
          "--reason", list->reason, "only sessions with this code among the machine's reasons")
      ->type_name("CODE");
  command
      .add_option(
          "--since", list->since, "only sessions created on this day or at this time, or later")
      ->type_name("YYYY-MM-DD");
  command.add_option("--until", list->until, "only sessions created before this day or time")
      ->type_name("YYYY-MM-DD");
  command.add_option("--label", list->labels, "only sessions with this label; repeatable")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command.add_flag(
      "--sandbox", list->sandbox, "list the sandbox's sessions instead of those of persons");
  command.add_option("--after", list->after, "go on behind this place, the `next` of a page")
      ->type_name("CURSOR");
  command.add_option("--limit", list->limit, "list at most this many [100]");
  on_typed(command, typed, [list](Operator& op) {
    return op.run("session list", input_of_list(*list));
  });
}

}  // namespace countersign
