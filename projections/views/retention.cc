#include "projections/views/retention.h"

#include <algorithm>

#include "projections/fold/view_key.h"

namespace countersign {
namespace {

constexpr std::size_t kEntryBytes = ViewKey::kNumberBytes + sizeof(Uuid);

RetentionQueue queue_of_ended(const Session& session) {
  if (session.status != SessionStatus::Completed) return RetentionQueue::Unfinished;
  const bool is_undecided = session.review.asked && !session.review.decision;
  return is_undecided ? RetentionQueue::InReview : RetentionQueue::Completed;
}

std::string open_key(const Session& session) {
  return Retention::key(RetentionQueue::Open, {session.expires_at, session.id});
}

std::string ended_key(const Session& session) {
  return Retention::key(queue_of_ended(session), {kept_since(session), session.id}, session.client);
}

void end_session(const Session& session, ViewBatch& views) {
  views.erase(space::kRetention, open_key(session));
  views.put(space::kRetention, ended_key(session), {});
}

// An open session waits for its end at another time than before the event.
void move_expiry(const Session& session, ViewBatch& views) {
  if (session.expires_at_before == session.expires_at) return;
  views.erase(space::kRetention,
              Retention::key(RetentionQueue::Open, {session.expires_at_before, session.id}));
  views.put(space::kRetention, open_key(session), {});
}

}  // namespace

std::string Retention::prefix(RetentionQueue queue, const ClientKey& client) {
  return ViewKey().letter(static_cast<char>(queue)).text(client.value()).end_of_text().take();
}

std::string Retention::key(RetentionQueue queue,
                           const RetentionEntry& entry,
                           const ClientKey& client) {
  return prefix(queue, client) + ViewKey().time(entry.time).bytes(entry.session.value()).take();
}

std::optional<RetentionEntry> Retention::parse(RetentionQueue queue, std::string_view key) {
  if (key.size() < 2 + kEntryBytes || key[0] != static_cast<char>(queue)) return std::nullopt;
  const std::size_t time_at = key.size() - kEntryBytes;
  if (key[time_at - 1] != '\0') return std::nullopt;
  Uuid session{};
  std::ranges::copy(key.substr(time_at + ViewKey::kNumberBytes), session.begin());
  return RetentionEntry{ViewKey::time_at(key, time_at), SessionId(session)};
}

Projection Retention::projection() {
  return {.name = "retention", .space = space::kRetention, .version = 3};
}

void Retention::fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views) {
  views.put(space::kRetention, open_key(folded.state), {});
}

void Retention::fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<DocumentRejected>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<DeviceJoined>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<LinkRenewed>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<LinkTakenBack>& folded, ViewBatch& views) {
  move_expiry(folded.state, views);
}

void Retention::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  end_session(folded.state, views);
}

void Retention::fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views) {
  end_session(folded.state, views);
}

void Retention::fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views) {
  end_session(folded.state, views);
}

void Retention::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  if (!folded.event.settles) return;
  const Session& session = folded.state;
  const UtcTime ended = session.ended_at.value_or(session.expires_at);
  views.erase(space::kRetention,
              key(RetentionQueue::InReview, {ended, session.id}, session.client));
  views.put(space::kRetention, ended_key(session), {});
}

void Retention::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  views.erase(space::kRetention, ended_key(folded.state));
}

}  // namespace countersign
