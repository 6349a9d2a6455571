// GET .../result: the authoritative record of a session.
#include <optional>
#include <string>
#include <utility>

#include "http/answers/session_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/run_later.h"
#include "http/sealed/sealed_note.h"
#include "http/sealed/sealed_origin.h"
#include "http/sealed/sealed_values.h"

namespace countersign::http {
namespace {

void reply(BackendService& service,
           const CallPtr& call,
           const OwnedSession& owned,
           const OpenedParts& opened = {}) {
  call->reply_json(200,
                   result_json(owned.session,
                               service.clock.now(),
                               periods_of(owned.client.policy, service.settings.periods()),
                               opened));
}

// Values are given only once the capture is complete, so that a backend that polls for completion
// does not read them with every poll.
bool has_values(const OwnedSession& owned) {
  return owned.client.policy.mrz_values && owned.session.sealed_values &&
         owned.session.status == SessionStatus::Completed && !owned.session.purged_at;
}

bool may_have_words(const OwnedSession& owned) {
  return owned.session.liveness_excused && !owned.session.purged_at;
}

bool may_have_note(const OwnedSession& owned) {
  return owned.session.review.note && !owned.session.purged_at;
}

// Reads an event that has a sealed part, and passes the part to `open(sealed, request)`.
template <class Open>
auto opened_of(BackendService& service, Sequence sequence, Open open)
    -> Result<decltype(open(std::string_view(), RequestId())), Problem> {
  const auto event = service.data.log().find(sequence);
  if (!event) return problem_of(event.error());
  if (!*event || !(*event)->recorded.sealed) return Problem{.code = ProblemCode::Internal};
  const RecordedEvent& recorded = (*event)->recorded;
  auto opened = open(std::string_view(*recorded.sealed), recorded.request);
  if (!opened) return Problem{.code = ProblemCode::Internal};
  return opened;
}

Result<OpenedParts, Problem> open_parts(BackendService& service,
                                        const OwnedSession& owned,
                                        const SessionKey& key) {
  const SessionId& id = owned.session.id;
  OpenedParts parts;
  if (has_values(owned)) {
    auto values = opened_of(service,
                            *owned.session.sealed_values,
                            [&](std::string_view sealed, const RequestId& request) {
                              return open_values(sealed, key, id, request);
                            });
    if (!values) return values.error();
    parts.values = **std::move(values);
  }
  if (may_have_words(owned)) {
    const auto origin = opened_of(service,
                                  *owned.session.liveness_excused,
                                  [&](std::string_view sealed, const RequestId& request) {
                                    return open_origin(sealed, key, id, request);
                                  });
    if (!origin) return origin.error();
    parts.words = words_of_origin(**origin);
  }
  if (may_have_note(owned)) {
    auto note = opened_of(service,
                          *owned.session.review.note,
                          [&](std::string_view sealed, const RequestId& request) {
                            return open_note(sealed, key, id, request);
                          });
    if (!note) return note.error();
    parts.without_look = std::move((*note)->without_look);
    if (!(*note)->note.empty()) parts.note = std::move((*note)->note);
  }
  return parts;
}

// Runs on the transfers pool; if there are values, after the event that records this reading is
// durable.
void send_parts(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  const auto key = service.data.session_key(owned.session.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    // The session was purged after it was looked up.
    if (fault != nullptr && *fault == KeyFault::Gone) return reply(service, call, owned);
    return call->refuse(problem_of(key.error()));
  }
  const auto parts = open_parts(service, owned, *key);
  if (!parts) return call->refuse(parts.error());
  reply(service, call, owned, *parts);
}

void send_parts_later(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  run_later(service.transfers, owned.client.key, call, kTooManyReads, [&service, call, owned] {
    send_parts(service, call, owned);
  });
}

}  // namespace

void get_result(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  if (call->head().method == Method::Head) return reply(service, call, owned);
  if (!has_values(owned)) {
    return may_have_words(owned) || may_have_note(owned) ? send_parts_later(service, call, owned)
                                                         : reply(service, call, owned);
  }
  Submission submission{.stream = stream_of(owned.session.id),
                        .command = SessionCommand(ReadDocumentValues{.at = call->received_at()}),
                        .actor = {ActorKind::Client, owned.client.key.value()},
                        .request = call->request_id()};
  service.data.writer().submit(
      std::move(submission), [&service, call, owned](const Outcome& outcome) {
        if (const auto* rejection = std::get_if<Rejection>(&outcome);
            rejection != nullptr && rejection->why == Refusal::FilesPurged) {
          return guarded(call, [&] { reply(service, call, owned); });
        }
        if (const auto problem = http::problem_of(outcome)) return call->refuse(*problem);
        send_parts_later(service, call, owned);
      });
}

}  // namespace countersign::http
