#include "http/operator/operations.h"

#include <algorithm>
#include <utility>

#include "core/text/json_writer.h"
#include "http/call/outcome_problem.h"
#include "http/operator/operation_list.h"

namespace countersign::http {
namespace {

constexpr Operation kOperations[] = {
    {"client add", "Register a client and give it its first secret.", add_client},
    {"client list", "List every client.", list_clients, false},
    {"client show", "Show one client.", show_client, false},
    {"client change", "Change a client's name or policy.", change_client},
    {"client rotate", "Give a client a second secret.", rotate_client},
    {"client revoke", "Stop accepting one of a client's secrets.", revoke_secret},
    {"client disable", "Stop accepting a client's credentials.", disable_client},
    {"session show", "Show all that is known of a session.", show_session, false},
    {"retention sweep", "Record what has expired and purge what is due.", sweep_retention},
    {"audit downloads", "List who has seen stored files.", audit_downloads, false},
    {"log tail", "Show events of the log.", tail_log, false},
    {"log checkpoint", "Sign the log as it is now.", sign_checkpoint},
    {"log verify", "Check every event of the log.", verify_log, false},
    {"projections verify", "Compare the views with what the log says.", verify_projections},
    {"projections rebuild", "Fold the views anew from the log.", rebuild_projections},
    {"threshold show", "Show a set of thresholds by its hash.", show_thresholds, false},
    {"key rotate", "Wrap every key slot under another master key.", rotate_key},
    {"backup create", "Copy log and files, as they are, into a folder of backups.", create_backup},
    {"backup keys", "Make a folder a copy of the key slots.", back_up_keys},
    {"hold set", "Keep a session's files from being purged.", set_hold},
    {"hold release", "Lift the hold on a session's files.", release_hold},
};

bool means_unknown(const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == Refusal::SessionInvalid;
}

}  // namespace

std::span<const Operation> operations() { return kOperations; }

const Operation* find_operation(std::string_view name) {
  const auto found = std::ranges::find(kOperations, name, &Operation::name);
  return found == std::end(kOperations) ? nullptr : found;
}

std::string admin_path_of(std::string_view name) {
  std::string path = "/admin/" + std::string(name);
  std::ranges::replace(path, ' ', '/');
  return path;
}

Result<Committed, Problem> carry_out(const OperationContext& context,
                                     StreamId stream,
                                     Command command) {
  Outcome outcome = context.data.writer().submit_and_wait(Submission{.stream = std::move(stream),
                                                                     .command = std::move(command),
                                                                     .actor = context.actor,
                                                                     .request = context.request});
  if (means_unknown(outcome)) return Problem{.code = ProblemCode::NotFound};
  if (const auto problem = problem_of(outcome)) return *problem;
  auto* committed = std::get_if<Committed>(&outcome);
  check(committed != nullptr, "an operator's command that is not refused is committed");
  return std::move(*committed);
}

void append_events(JsonWriter& json, const std::vector<StoredEvent>& events) {
  for (const StoredEvent& event : events) json.raw(event.bytes);
}

}  // namespace countersign::http
