// POST /api/sdk/handoff.
#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "http/answers/joining_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/coding/qr_rows.h"
#include "http/device/device_service.h"
#include "http/handoff/joining_handlers.h"
#include "http/sealed/sealed_origin.h"
#include "http/secrets/credential_hash.h"

namespace countersign::http {
namespace {

constexpr std::chrono::minutes kHandoffTtl{2};

// An offer whose event the writer has not committed yet.
struct Offer {
  std::string code;
  std::string url;
  UtcTime at;
};

// Runs on the writer's thread.
void finish(const DeviceService& service,
            const CallPtr& call,
            const Offer& offer,
            const Outcome& outcome) {
  if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
  const auto* offered =
      std::get_if<HandoffOffered>(&std::get<Committed>(outcome).events.back().event);
  check(offered != nullptr, "the last event of an offered handoff is HandoffOffered");
  const auto left =
      std::chrono::floor<std::chrono::seconds>(offered->expires_at - offer.at).count();
  call->reply_json(200,
                   handoff_json({.code = offer.code,
                                 .url = offer.url,
                                 .rows = qr_rows(offer.url),
                                 .number = service.links.codes().numbers_of(offer.code).right,
                                 .expires_in_seconds = static_cast<std::uint64_t>(left)}));
}

}  // namespace

void offer_handoff(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  const Session& session = device.session;
  std::string code = service.links.codes().handoff(session.id, service.random);
  auto url = service.links.address_of(code);
  if (!url) {
    return call->refuse({.code = ProblemCode::HandoffUnavailable,
                         .detail = "The server has no public URL for another device to open."});
  }
  const auto key = service.data.session_key(session.id);
  if (!key) return call->refuse(problem_of(key.error()));
  const UtcTime now = service.clock.now();
  Submission submission{.stream = stream_of(session.id),
                        .command = SessionCommand(OfferHandoff{
                            .at = now,
                            .code = hash_of_code(code),
                            .expires_at = std::min(now + kHandoffTtl, session.token_expires_at),
                            .by = device.token}),
                        .actor = {ActorKind::Device, {}},
                        .request = call->request_id(),
                        .sealed = sealed_origin(call, *key, session.id, service.random)};
  service.data.writer().submit(
      std::move(submission),
      [&service, call, offer = Offer{std::move(code), *std::move(url), now}](
          const Outcome& outcome) {
        guarded(call, [&] { finish(service, call, offer, outcome); });
      });
}

}  // namespace countersign::http
