// POST /api/sdk/handoff/take-back.
#include <utility>
#include <variant>

#include "http/answers/session_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/device/device_service.h"
#include "http/handoff/joining_handlers.h"
#include "http/sealed/sealed_origin.h"

namespace countersign::http {
namespace {

// Runs on the writer's thread.
void finish(DeviceService& service,
            const CallPtr& call,
            const DeviceSession& device,
            const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  const bool has_it = rejection != nullptr && rejection->why == Refusal::NothingToDo;
  const auto problem = problem_of(outcome);
  if (problem && !has_it) return call->refuse(*problem);
  const auto session = service.data.queries().session(device.session.id);
  if (!session) return call->refuse(problem_of(session.error()));
  if (!*session) return call->refuse({.code = ProblemCode::SessionInvalid});
  call->reply_json(200, status_json(**session, service.clock.now(), device.token));
}

}  // namespace

void take_handoff_back(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  const SessionId& session = device.session.id;
  const auto key = service.data.session_key(session);
  if (!key) return call->refuse(problem_of(key.error()));
  Submission submission{
      .stream = stream_of(session),
      .command = SessionCommand(TakeHandoffBack{.at = service.clock.now(), .by = device.token}),
      .actor = {ActorKind::Device, {}},
      .request = call->request_id(),
      .sealed = sealed_origin(call, *key, session, service.random)};
  service.data.writer().submit(std::move(submission),
                               [&service, call, device](const Outcome& outcome) {
                                 guarded(call, [&] { finish(service, call, device, outcome); });
                               });
}

}  // namespace countersign::http
