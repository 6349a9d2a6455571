#pragma once
#include <cstdint>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/thresholds/threshold_command.h"
#include "core/thresholds/threshold_event.h"

namespace countersign {

// The threshold sets that images were judged by: the fold of the single stream `thresholds`. A
// value type. The sets themselves do not fit into one record; the caller of decide() looks a set
// up.
struct ThresholdHistory {
  Sha256 newest;                    // of the set that was recorded last; zeros before the first
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of the last event of the stream
  Sha256 last_leaf;                 // leaf hash of the last event of the stream
  bool operator==(const ThresholdHistory&) const = default;
};
template <>
inline constexpr auto fields_of<ThresholdHistory> =
    fields(Field{"newest", &ThresholdHistory::newest},
           Field{"version", &ThresholdHistory::version},
           Field{"lastSequence", &ThresholdHistory::last_sequence},
           Field{"lastLeaf", &ThresholdHistory::last_leaf});
static_assert(record_is_sound<ThresholdHistory>);

// Pure. A set is recorded once: refuses with NothingToDo if it `is_known`.
Decision<ThresholdEvent> decide(bool is_known, const RecordThresholds& command);

// Pure and total.
void evolve(ThresholdHistory& thresholds, EventRef<ThresholdEvent> event, const EventPlace& place);

}  // namespace countersign
