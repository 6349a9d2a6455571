#include "projections/tokens.h"

#include "projections/event_fold.h"
#include "projections/idempotency.h"
#include "projections/record_bytes.h"
#include "projections/view_key.h"

namespace countersign {
namespace {

constexpr std::size_t kDropsAFold = 2;

}  // namespace

std::string Tokens::key(const TokenHash& token) {
  return ViewKey().letter('t').bytes(token.value()).take();
}

std::uint32_t Tokens::shape() const { return shape_of<SessionId>() ^ ExpiryQueue::shape(); }

void Tokens::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.session == nullptr) return;
  const Recorded& recorded = fact.recorded;
  const std::string token = key(fact.session->token);
  const auto forget = [&] { views.erase(space(), token); };

  fold_event(
      recorded.event,
      [&](const SessionCreated&) { views.put(space(), token, to_bytes(fact.session->id)); },
      [&](const SessionFinalized&) {
        const ExpiryQueue replayable(space());
        replayable.take_until(
            views, recorded.at - kIdempotencyWindow, kDropsAFold, [&](const std::string& old) {
              views.erase(space(), old);
            });
        if (!recorded.idempotency) return forget();
        replayable.push(views, recorded.at, token);
      },
      [&](const SessionExpired&) { forget(); },
      [&](const SessionCanceled&) { forget(); },
      [&](const FilesPurged&) { forget(); },
      ignores<ChallengeIssued,
              NonceConsumed,
              DocumentAccepted,
              DocumentRejected,
              LivenessAccepted,
              LivenessRejected,
              DocumentsDownloaded,
              DocumentValuesRead,
              HoldSet,
              HoldReleased>,
      ignores_client_events,
      ignores_key_events,
      ignores_threshold_events);
}

}  // namespace countersign
