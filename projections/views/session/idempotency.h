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

// What a mark was first used for.
struct IdempotencyEntry {
  Sha256 request;  // hash of the request's meaning
  Sequence last;   // the append's last event, which carries the mark
  UtcTime at;
  bool operator==(const IdempotencyEntry&) const = default;
};
template <>
inline constexpr auto fields_of<IdempotencyEntry> = fields(Field{"request",
                                                                 &IdempotencyEntry::request},
                                                           Field{"last", &IdempotencyEntry::last},
                                                           Field{"at", &IdempotencyEntry::at});
static_assert(record_is_sound<IdempotencyEntry>);

// Whether the entry still counts for whom it is `now`.
constexpr bool is_replayable(const IdempotencyEntry& entry, UtcTime now) {
  return now - entry.at < kIdempotencyWindow;
}

// Which idempotency keys were used, and where the answer is:
//
//   'm' mark's key -> IdempotencyEntry
//   'q' ...        -> an ExpiryQueue of the marks' keys
//
// A fold cannot ask a clock, so marks leave by the time of events: each new one
// drops up to two whose window was over when it came, which bounds the work of
// a fold and lets the view shrink after a busy day. Readers, who have a clock,
// take no notice of an entry that is_replayable() denies.
class Idempotency : public Projection {
 public:
  static std::string key(const Sha256& mark);

  std::string_view name() const override { return "idempotency"; }
  ViewSpace space() const override { return space::kIdempotency; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override;
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
