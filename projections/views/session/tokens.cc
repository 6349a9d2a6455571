#include "projections/views/session/tokens.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"
#include "projections/views/session/idempotency.h"

namespace countersign {
namespace {

// The most tokens that a fold drops: more than one per ended session, so that the view can shrink.
constexpr std::size_t kTokensDroppedAFold = 2;

// Records that a call with an idempotency key was answered.
void answer(const Session& session, const RecordedEvent& recorded, ViewBatch& views) {
  if (!recorded.idempotency) return;
  views.put(
      space::kTokens, Tokens::key(session.token), to_bytes(TokenEntry{session.id, recorded.at}));
}

// A session has kTokensMax tokens at most.
void end_tokens(const Session& session, UtcTime at, ViewBatch& views) {
  for (const TokenHash& older : session.older_tokens) {
    views.erase(space::kTokens, Tokens::key(older));
  }
  const ExpiryQueue ended(space::kTokens);
  ended.take_until(
      views, at - kIdempotencyWindow, kTokensDroppedAFold, [&](const std::string& dropped) {
        views.erase(space::kTokens, dropped);
      });
  const std::string token = Tokens::key(session.token);
  const auto entry = load<TokenEntry>(views, space::kTokens, token);
  const bool can_be_answered_again =
      entry && entry->answered && at - *entry->answered < kIdempotencyWindow;
  if (!can_be_answered_again) return views.erase(space::kTokens, token);
  ended.push(views, at, token);
}

}  // namespace

std::string Tokens::key(const TokenHash& token) {
  return ViewKey().letter('t').bytes(token.value()).take();
}

Projection Tokens::projection() {
  return {.name = "tokens",
          .space = space::kTokens,
          .version = 5,
          .shape = shape_of<TokenEntry>() ^ ExpiryQueue::shape()};
}

void Tokens::fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views) {
  views.put(space::kTokens, key(folded.state.token), to_bytes(TokenEntry{folded.state.id}));
}

void Tokens::fold(const FoldedEvent<DeviceJoined>& folded, ViewBatch& views) {
  const auto& dropped = folded.state.dropped_token;
  if (dropped) views.erase(space::kTokens, key(*dropped));
  views.put(space::kTokens, key(folded.state.token), to_bytes(TokenEntry{folded.state.id}));
}

void Tokens::fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
}

void Tokens::fold(const FoldedEvent<DocumentRejected>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
}

void Tokens::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
}

void Tokens::fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
}

void Tokens::fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
}

void Tokens::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  answer(folded.state, folded.recorded, views);
  end_tokens(folded.state, folded.recorded.at, views);
}

void Tokens::fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views) {
  end_tokens(folded.state, folded.recorded.at, views);
}

void Tokens::fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views) {
  end_tokens(folded.state, folded.recorded.at, views);
}

void Tokens::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  if (!has_ended(folded.state)) end_tokens(folded.state, folded.recorded.at, views);
}

}  // namespace countersign
