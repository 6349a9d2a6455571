#include "projections/views/retention.h"

#include <algorithm>

#include "projections/fold/event_fold.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

constexpr std::size_t kEntryBytes = ViewKey::kNumberBytes + sizeof(Uuid);

RetentionQueue queue_of_ended(const Session& session) {
  return session.status == SessionStatus::Completed ? RetentionQueue::Completed
                                                    : RetentionQueue::Unfinished;
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

void Retention::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.session == nullptr) return;
  const Session& session = *fact.session;
  const auto ended = [&] {
    return key(queue_of_ended(session),
               {session.ended_at.value_or(fact.recorded.at), session.id},
               session.client);
  };
  const auto open = [&] { return key(RetentionQueue::Open, {session.expires_at, session.id}); };
  const auto end = [&] {
    views.erase(space(), open());
    views.put(space(), ended(), {});
  };
  fold_event(
      fact.recorded.event,
      [&](const SessionCreated&) { views.put(space(), open(), {}); },
      [&](const SessionFinalized&) { end(); },
      [&](const SessionExpired&) { end(); },
      [&](const SessionCanceled&) { end(); },
      [&](const FilesPurged&) { views.erase(space(), ended()); },
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
