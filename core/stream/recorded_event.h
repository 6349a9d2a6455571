#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/event/event_place.h"
#include "core/ids.h"
#include "core/stream/event.h"
#include "core/utc_time.h"

namespace countersign {

enum class ActorKind : std::uint8_t { Client, Device, Operator, Sweep, Reviewer };
template <>
inline constexpr auto enum_names<ActorKind> = std::to_array<Named<ActorKind>>({
    {ActorKind::Client, "CLIENT"},
    {ActorKind::Device, "DEVICE"},
    {ActorKind::Operator, "OPERATOR"},
    {ActorKind::Sweep, "SWEEP"},
    {ActorKind::Reviewer, "REVIEWER"},
});

// The party on whose behalf something happened.
struct Actor {
  ActorKind kind = ActorKind::Sweep;
  std::string ref;  // client key, `uid:<n>` of an operator, reviewer id; else empty
  bool operator==(const Actor&) const = default;
};
template <>
inline constexpr auto fields_of<Actor> = fields(Field{"kind", &Actor::kind},
                                                Field{"ref", &Actor::ref});
static_assert(record_is_sound<Actor>);

// Says that a request carried an Idempotency-Key: a hash of the key and its owner, and a hash of
// the request's meaning. Stands on the last event of an append; the stored answer is rebuilt from
// that event.
struct IdempotencyRecord {
  Sha256 key;
  Sha256 request;
  bool operator==(const IdempotencyRecord&) const = default;
};
template <>
inline constexpr auto fields_of<IdempotencyRecord> =
    fields(Field{"key", &IdempotencyRecord::key}, Field{"request", &IdempotencyRecord::request});
static_assert(record_is_sound<IdempotencyRecord>);

// An event with its position in the log.
//
// The sequence orders all events, and the version those of one stream; both start at 1 and have no
// gaps. Time never decreases along the sequence.
struct RecordedEvent {
  Sequence sequence;
  StreamId stream;
  StreamVersion version;
  Sha256 previous;  // leaf hash of the stream's previous event; zeros for the first
  UtcTime at;
  Actor actor;
  RequestId request;
  std::optional<IdempotencyRecord> idempotency;
  std::optional<std::string> sealed;  // erasable data, encrypted with the session's key
  Event event;
  std::uint16_t older_version = 0;  // of its type, in which it was stored; 0: the present one
  bool operator==(const RecordedEvent&) const = default;
};

// `leaf` is the hash of the event's stored bytes. REQUIRES: `recorded` outlives the place.
inline EventPlace place_of(const RecordedEvent& recorded, const Sha256& leaf) {
  return {recorded.stream,
          recorded.version,
          recorded.sequence,
          recorded.at,
          leaf,
          recorded.sealed.has_value()};
}

}  // namespace countersign
