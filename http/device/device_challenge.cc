// POST /api/sdk/document/challenge and /api/sdk/liveness/challenge.
#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include "core/text/base64url.h"
#include "http/answers/answer_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/device/action_draw.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/judging/session_engine.h"
#include "http/sealed/sealed_origin.h"
#include "http/secrets/credential_hash.h"

namespace countersign::http {
namespace {

constexpr std::size_t kNonceBytes = 24;  // 192 bits, 32 characters

std::string new_nonce(RandomSource& random) {
  std::array<std::uint8_t, kNonceBytes> bytes{};
  random.fill(bytes);
  return to_base64url(bytes);
}

// The members of the answer that no event records.
struct Answer {
  std::string nonce;
  std::chrono::milliseconds ttl;
  std::optional<ThresholdsJson> thresholds;
};

// Runs on the writer's thread.
void finish(DeviceService& service,
            const CallPtr& call,
            const Answer& answer,
            const Outcome& outcome) {
  if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
  const auto* issued =
      std::get_if<ChallengeIssued>(&std::get<Committed>(outcome).events.back().event);
  check(issued != nullptr, "the last event of an issued challenge is ChallengeIssued");
  service.metrics.challenge_issued(issued->step);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(answer.ttl).count();
  call->reply_json(
      200,
      challenge_json(
          answer.nonce, static_cast<std::uint64_t>(seconds), answer.thresholds, *issued));
}

void issue(DeviceService& service,
           const CallPtr& call,
           const DeviceSession& device,
           Step step,
           std::chrono::milliseconds ttl,
           std::vector<Action> actions) {
  const SessionId& session = device.session.id;
  const auto key = service.data.session_key(session);
  if (!key) return call->refuse(problem_of(key.error()));
  Answer answer{.nonce = new_nonce(service.random), .ttl = ttl, .thresholds = {}};
  if (!device.session.sandbox) {
    // A challenge judges nothing, so that a set which cannot be read refuses only the submission.
    const auto set = service.thresholds.set_of(device.session.client);
    if (set) answer.thresholds = thresholds_json(*set);
  }
  const UtcTime now = service.clock.now();
  Submission submission{
      .stream = stream_of(session),
      .command = SessionCommand(IssueChallenge{.at = now,
                                               .step = step,
                                               .nonce = hash_of_nonce(answer.nonce),
                                               .expires_at = now + ttl,
                                               .actions = std::move(actions),
                                               .by = device.token}),
      .actor = {ActorKind::Device, {}},
      .request = call->request_id(),
      .sealed = sealed_origin(call, *key, session, service.random)};
  service.data.writer().submit(
      std::move(submission), [&service, call, answer = std::move(answer)](const Outcome& outcome) {
        guarded(call, [&] { finish(service, call, answer, outcome); });
      });
}

}  // namespace

void issue_document_challenge(DeviceService& service,
                              const CallPtr& call,
                              const DeviceSession& device) {
  issue(service, call, device, Step::Document, service.settings.document_nonce_ttl, {});
}

void issue_liveness_challenge(DeviceService& service,
                              const CallPtr& call,
                              const DeviceSession& device) {
  const SessionEngine engine(service.engine, device.session.sandbox);
  issue(service,
        call,
        device,
        Step::Liveness,
        service.settings.liveness_nonce_ttl,
        draw_actions(engine->capabilities().actions, service.random));
}

}  // namespace countersign::http
