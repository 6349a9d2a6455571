#include "bench/open_log.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/stream/evolve.h"
#include "events/record/codec.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {
namespace {

// So short that the sessions of a large group do not expire before they are canceled.
constexpr std::int64_t kSpacingUs = 10;
constexpr const char* kClientName = "open";

UtcTime time_of(std::uint64_t sequence) {
  return UtcTime(kStart.value() + static_cast<std::int64_t>(sequence) * kSpacingUs);
}

// Stores the one event of a decision, and brings the state up to it.
StoredEvent stored(
    auto& aggregate, const StreamId& stream, std::uint64_t sequence, Actor actor, auto decision) {
  check(decision && decision->size() == 1, "a command of the bench makes one event");
  RecordedEvent recorded;
  recorded.sequence = Sequence(sequence);
  recorded.stream = stream;
  recorded.version = StreamVersion(aggregate.version + 1);
  recorded.previous = aggregate.last_leaf;
  recorded.at = time_of(sequence);
  recorded.actor = std::move(actor);
  recorded.request = RequestId("r");
  recorded.event = std::move(any_stream(*std::move(decision)).front());
  StoredEvent event = encode_stored(std::move(recorded));
  evolve(aggregate, event.recorded, event.leaf);
  return event;
}

}  // namespace

StoredEvent OpenLog::next() {
  if (made_++ == 0) return register_client();
  const std::uint64_t place = made_ - 2;  // among the events of sessions
  const std::uint64_t group = place / (open_ * kEventsASession);
  const std::uint64_t size = std::min(open_, sessions_ - group * open_);
  const std::uint64_t in_group = place - group * open_ * kEventsASession;
  const std::uint64_t session = in_group % size;
  return event_of(
      group * open_ + session, 2 + group * open_ * kEventsASession, size, session, in_group / size);
}

StoredEvent OpenLog::register_client() {
  const ClientKey key = client_key(kClientName);
  const RegisterClient command{time_of(1), "Name", every_purpose(), SecretHash(sha256("secret"))};
  return stored(client_,
                stream_of(key),
                1,
                {ActorKind::Operator, "uid:0"},
                decide(client_, ClientCommand(command)));
}

StoredEvent OpenLog::event_of(std::uint64_t session,
                              std::uint64_t begin,
                              std::uint64_t size,
                              std::uint64_t place,
                              std::uint64_t step) const {
  Session state;
  const SessionId id = session_id(session);
  const auto sequence = [&](std::uint64_t of_step) { return begin + of_step * size + place; };
  const CreateSession create{.at = time_of(sequence(0)),
                             .client = client_.key,
                             .purpose = Purpose::Liveness,
                             .token = token_of(id),
                             .expires_at = time_of(sequence(0)) + 30 * kMinute};
  StoredEvent event = stored(state,
                             stream_of(id),
                             sequence(0),
                             {ActorKind::Client, client_.key.value()},
                             decide(client_, 0, create));
  for (std::uint64_t now = 1; now <= step; ++now) {
    const UtcTime at = time_of(sequence(now));
    SessionCommand command = CancelSession{at};
    if (now == 1) {
      command = IssueChallenge{
          at, Step::Liveness, nonce(session), at + 2 * kMinute, {Action::LookStraight}};
    }
    event = stored(
        state, stream_of(id), sequence(now), {ActorKind::Device, ""}, decide(state, command));
  }
  return event;
}

}  // namespace countersign::bench
