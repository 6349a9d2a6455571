// Requests by which a backend ends a session, or the retention of its files, early.
#include <optional>
#include <utility>
#include <variant>

#include "http/answers/session_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/purge_problem.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/wire/receipt_field.h"
#include "projections/retention/purge.h"

namespace countersign::http {
namespace {

Actor actor_of(const OwnedSession& owned) { return {ActorKind::Client, owned.client.key.value()}; }

// The event that recorded the purge of the session's files; nullopt if there is none.
Result<std::optional<Sequence>, StoreError> purge_of(const Queries& queries, const SessionId& id) {
  using Place = std::optional<Sequence>;
  const auto events = queries.timeline(id);
  if (!events) return events.error();
  for (auto event = events->rbegin(); event != events->rend(); ++event) {
    if (std::holds_alternative<FilesPurged>(event->recorded.event)) {
      return Place(event->recorded.sequence);
    }
  }
  return Place();
}

// Answers with the result record after the purge, and where the log records that.
void reply_purged(BackendService& service, const CallPtr& call, const SessionId& id) {
  const Queries& queries = service.data.queries();
  const auto session = queries.session(id);
  if (!session) return call->refuse(problem_of(session.error()));
  if (!*session) return call->refuse(Problem{.code = ProblemCode::Internal});
  const auto kept = queries.retention_of((*session)->client, service.settings.periods());
  if (!kept) return call->refuse(problem_of(kept.error()));
  const auto purge = purge_of(queries, id);
  if (!purge) return call->refuse(problem_of(purge.error()));
  Response response;
  response.headers.add("Content-Type", "application/json");
  if (*purge) add_receipt_field(response, **purge);
  response.body = result_json(**session, service.clock.now(), *kept);
  call->reply(std::move(response));
}

// Answers with the result record after the change.
void reply_result(BackendService& service, const CallPtr& call, const SessionId& id) {
  const auto session = service.data.queries().session(id);
  if (!session) return call->refuse(problem_of(session.error()));
  if (!*session) return call->refuse(Problem{.code = ProblemCode::Internal});
  const auto kept =
      service.data.queries().retention_of((*session)->client, service.settings.periods());
  if (!kept) return call->refuse(problem_of(kept.error()));
  call->reply_json(200, result_json(**session, service.clock.now(), *kept));
}

}  // namespace

void cancel_session(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  const SessionId id = owned.session.id;
  const CancelSession command{.at = call->received_at()};
  service.data.writer().submit(Submission{.stream = stream_of(id),
                                          .command = SessionCommand(command),
                                          .actor = actor_of(owned),
                                          .request = call->request_id()},
                               [&service, call, id](const Outcome& outcome) {
                                 guarded(call, [&] {
                                   if (const auto problem = http::problem_of(outcome))
                                     return call->refuse(*problem);
                                   reply_result(service, call, id);
                                 });
                               });
}

void purge_session(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  PurgeRequest request{owned.session.id, actor_of(owned), call->request_id()};
  const bool taken = service.purges.submit(
      owned.client.key,
      std::move(request),
      [&service, call, id = owned.session.id](const PurgeOutcome& purged) {
        guarded(call, [&] {
          if (!purged && !is_purged_already(purged.error())) {
            return call->refuse(problem_of_purge(purged.error()));
          }
          if (purged) service.metrics.files_purged(purged->purged_files, purged->purged_bytes);
          reply_purged(service, call, id);
        });
      });
  if (!taken) call->refuse(too_many_purges());
}

}  // namespace countersign::http
