// GET .../result: the authoritative record of a session.
#include <optional>
#include <string>
#include <utility>

#include "http/answers/sealed_values.h"
#include "http/answers/session_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"

namespace countersign::http {
namespace {

void reply(BackendService& service,
           const CallPtr& call,
           const OwnedSession& owned,
           const std::optional<OpenedValues>& mrz) {
  call->reply_json(200,
                   result_json(owned.session,
                               service.clock.now(),
                               periods_of(owned.client.policy, service.settings.periods()),
                               mrz));
}

// Values are given only once the capture is complete, so that a backend that polls for completion
// does not read them with every poll.
bool has_values(const OwnedSession& owned) {
  return owned.client.policy.mrz_values && owned.session.sealed_values &&
         owned.session.status == SessionStatus::Completed && !owned.session.purged_at;
}

// Runs after the event that records this reading is durable.
void send_values(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  const SessionId& id = owned.session.id;
  const auto key = service.data.session_key(id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    // The session was purged after it was looked up.
    if (fault != nullptr && *fault == KeyFault::Gone) return reply(service, call, owned, {});
    return call->refuse(problem_of(key.error()));
  }
  const auto event = service.data.log().find(*owned.session.sealed_values);
  if (!event) return call->refuse(problem_of(event.error()));
  if (!*event || !(*event)->recorded.sealed) {
    return call->refuse(Problem{.code = ProblemCode::Internal});
  }
  const RecordedEvent& recorded = (*event)->recorded;
  const auto values = open_values(*recorded.sealed, *key, id, recorded.request);
  if (!values) return call->refuse(Problem{.code = ProblemCode::Internal});
  reply(service, call, owned, values);
}

}  // namespace

void get_result(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  if (!has_values(owned) || call->head().method == Method::Head)
    return reply(service, call, owned, std::nullopt);
  Submission submission{.stream = stream_of(owned.session.id),
                        .command = SessionCommand(ReadDocumentValues{.at = call->received_at()}),
                        .actor = {ActorKind::Client, owned.client.key.value()},
                        .request = call->request_id()};
  service.data.writer().submit(
      std::move(submission), [&service, call, owned](const Outcome& outcome) {
        if (const auto* rejection = std::get_if<Rejection>(&outcome);
            rejection != nullptr && rejection->why == Refusal::FilesPurged) {
          return guarded(call, [&] { reply(service, call, owned, std::nullopt); });
        }
        if (const auto problem = http::problem_of(outcome)) return call->refuse(*problem);
        const bool taken = service.transfers.submit(owned.client.key, [&service, call, owned] {
          guarded(call, [&] { send_values(service, call, owned); });
        });
        if (!taken)
          call->refuse(unavailable("The server has too many reads in progress; try again later."));
      });
}

}  // namespace countersign::http
