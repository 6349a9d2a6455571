#include "projections/views/session/tokens.h"

#include "projections/fold/event_fold.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"
#include "projections/views/session/idempotency.h"

namespace countersign {
namespace {

// More than one per ended session, so that the view can shrink.
constexpr std::size_t kDropsAFold = 2;

bool has_ended(const Session& session) {
  return session.status != SessionStatus::Created && session.status != SessionStatus::InProgress;
}

}  // namespace

std::string Tokens::key(const TokenHash& token) {
  return ViewKey().letter('t').bytes(token.value()).take();
}

std::uint32_t Tokens::shape() const { return shape_of<TokenEntry>() ^ ExpiryQueue::shape(); }

void Tokens::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.session == nullptr) return;
  const RecordedEvent& recorded = fact.recorded;
  const std::string token = key(fact.session->token);
  const auto answer = [&] {
    if (!recorded.idempotency) return;
    views.put(space(), token, to_bytes(TokenEntry{fact.session->id, recorded.at}));
  };
  const auto end = [&] {
    const ExpiryQueue ended(space());
    ended.take_until(
        views, recorded.at - kIdempotencyWindow, kDropsAFold, [&](const std::string& dropped) {
          views.erase(space(), dropped);
        });
    const auto entry = load<TokenEntry>(views, space(), token);
    const bool can_be_answered_again =
        entry && entry->answered && recorded.at - *entry->answered < kIdempotencyWindow;
    if (!can_be_answered_again) return views.erase(space(), token);
    ended.push(views, recorded.at, token);
  };

  fold_event(
      recorded.event,
      [&](const SessionCreated&) {
        views.put(space(), token, to_bytes(TokenEntry{fact.session->id}));
      },
      [&](const DocumentAccepted&) { answer(); },
      [&](const DocumentRejected&) { answer(); },
      [&](const LivenessAccepted&) { answer(); },
      [&](const LivenessRejected&) { answer(); },
      [&](const SessionFinalized&) {
        answer();
        end();
      },
      [&](const SessionExpired&) { end(); },
      [&](const SessionCanceled&) { end(); },
      [&](const FilesPurged&) {
        if (!has_ended(*fact.session)) end();
      },
      ignores<ChallengeIssued,
              NonceConsumed,
              DocumentsDownloaded,
              DocumentValuesRead,
              HoldSet,
              HoldReleased>,
      ignores_client_events,
      ignores_key_events,
      ignores_threshold_events);
}

}  // namespace countersign
