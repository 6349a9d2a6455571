#pragma once
#include <chrono>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/expiry_queue.h"
#include "projections/fold/projection.h"

namespace countersign {

// For how long the same key gets the same answer.
inline constexpr Duration kIdempotencyWindow = std::chrono::hours(24);

// The first use of an idempotency key.
struct IdempotencyEntry {
  Sha256 request;  // hash of the request's meaning
  Sequence last;   // the append's last event, which has the IdempotencyRecord
  UtcTime at;
  bool operator==(const IdempotencyEntry&) const = default;
};
template <>
inline constexpr auto fields_of<IdempotencyEntry> = fields(Field{"request",
                                                                 &IdempotencyEntry::request},
                                                           Field{"last", &IdempotencyEntry::last},
                                                           Field{"at", &IdempotencyEntry::at});
static_assert(record_is_sound<IdempotencyEntry>);

// True if the entry is still valid at `now`.
constexpr bool is_replayable(const IdempotencyEntry& entry, UtcTime now) {
  return now - entry.at < kIdempotencyWindow;
}

// The idempotency keys that were used, and where the answer is:
//
//   'm' hash of the key -> IdempotencyEntry
//   'q' ...             -> an ExpiryQueue of the entries above
//
// A fold cannot read a clock, so keys expire by the time of events: each new key drops up to two
// keys whose window was over when it came. That bounds the work of a fold and lets the view shrink
// after a busy day. Readers have a clock and ignore an entry for which is_replayable() is false.
class Idempotency {
 public:
  static std::string key(const Sha256& key_hash);

  static Projection projection();
  template <class E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    store_key(folded.recorded, views);
  }

 private:
  static void store_key(const RecordedEvent& recorded, ViewBatch& views);
};

}  // namespace countersign
