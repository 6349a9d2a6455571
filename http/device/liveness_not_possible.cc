// POST /api/sdk/liveness/not-possible: the person cannot perform the actions, so the step ends
// without a judgement and the session with a review.
#include <memory>
#include <utility>
#include <variant>

#include "http/answers/answer_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/pending_call.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/device/not_possible_request.h"
#include "http/sealed/sealed_origin.h"

namespace countersign::http {
namespace {

Sha256 meaning_of(const SessionTokenIssuer& issuer,
                  const SessionId& session,
                  const NotPossibleRequest& request) {
  return RequestDigest("liveness/not-possible")
      .add(issuer.hash_of_words(session, request.reason.value_or("")))
      .finish();
}

// Runs on the writer's thread.
void finish(PendingCall& call, const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    const auto body = outcome_json(committed->events.back().event);
    check(body.has_value(), "LivenessNotPossible is an outcome of a step");
    return call.reply_json(*body);
  }
  if (const auto problem = problem_of(outcome)) return call.refuse(*problem);
  call.answer_again_later(std::get<Replayed>(outcome).last);
}

}  // namespace

void end_liveness_as_not_possible(DeviceService& service,
                                  const CallPtr& call,
                                  const DeviceSession& device,
                                  std::string body) {
  const Session& session = device.session;
  auto pending =
      std::make_shared<PendingCall>(service.idempotency, service.transfers, call, session.client);
  const auto request = parse_not_possible_request(body);
  if (!request) return pending->refuse(request.error());
  if (!pending->take_key(stream_of(session.id))) return;
  const UtcTime now = service.clock.now();
  const Sha256 meaning = meaning_of(service.tokens, session.id, *request);
  switch (pending->use_of(meaning)) {
    case PendingCall::Use::New:
      break;
    case PendingCall::Use::Repeated:
      return pending->answer_earlier();
    case PendingCall::Use::Other:
      return pending->refuse({.code = takes_device_calls(session, now)
                                          ? ProblemCode::IdempotencyMismatch
                                          : ProblemCode::SessionInvalid});
  }
  const auto key = service.data.session_key(session.id);
  if (!key) return pending->refuse(problem_of(key.error()));
  Submission submission{
      .stream = stream_of(session.id),
      .command = SessionCommand(ExcuseLiveness{.at = now, .by = device.token}),
      .actor = {ActorKind::Device, {}},
      .request = call->request_id(),
      .idempotency = pending->record(meaning),
      .sealed = sealed_origin(call, *key, session.id, service.random, request->reason)};
  service.data.writer().submit(std::move(submission), [pending](const Outcome& outcome) {
    guarded(pending->call(), [&] { finish(*pending, outcome); });
  });
}

}  // namespace countersign::http
