#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/event/event.h"
#include "core/ids.h"
#include "core/utc_time.h"

namespace countersign {

enum class ActorKind : std::uint8_t { Client, Device, Operator, Sweep };
template <>
inline constexpr auto enum_names<ActorKind> = std::to_array<Named<ActorKind>>({
    {ActorKind::Client, "CLIENT"},
    {ActorKind::Device, "DEVICE"},
    {ActorKind::Operator, "OPERATOR"},
    {ActorKind::Sweep, "SWEEP"},
});

// On whose behalf something happened.
struct Actor {
  ActorKind kind = ActorKind::Sweep;
  std::string ref;  // the client key, `uid:<n>` of an operator; empty otherwise
  bool operator==(const Actor&) const = default;
};
template <>
inline constexpr auto fields_of<Actor> = fields(Field{"kind", &Actor::kind},
                                                Field{"ref", &Actor::ref});
static_assert(record_is_sound<Actor>);

// That a request carried an Idempotency-Key: hashes of the key, with whom it
// belongs to, and of the request's meaning. On the last event of an append,
// from which the stored answer is made again.
struct IdempotencyMark {
  Sha256 key;
  Sha256 request;
  bool operator==(const IdempotencyMark&) const = default;
};
template <>
inline constexpr auto fields_of<IdempotencyMark> =
    fields(Field{"key", &IdempotencyMark::key}, Field{"request", &IdempotencyMark::request});
static_assert(record_is_sound<IdempotencyMark>);

// An event with its place in history, as the log holds it.
//
// Sequence orders all events and version those of one stream, both from 1
// without gaps. Time never decreases along the sequence.
struct Recorded {
  Sequence sequence;
  StreamId stream;
  StreamVersion version;
  Sha256 previous;  // leaf hash of the stream's event before; zeros for the first
  UtcTime at;
  Actor actor;
  RequestId request;
  std::optional<IdempotencyMark> idempotency;
  std::optional<std::string> sealed;  // what must be erasable, under the session's key
  Event event;
  bool operator==(const Recorded&) const = default;
};

}  // namespace countersign
