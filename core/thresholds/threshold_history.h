#pragma once
#include <cstdint>

#include "core/event/command.h"
#include "core/event/decision.h"
#include "core/event/recorded.h"
#include "core/ids.h"
#include "core/schema.h"

namespace countersign {

// Which sets of thresholds there were to judge by: the fold of the one stream `thresholds`. A
// value. Which they were is more than one record holds; who decides looks it up.
struct ThresholdHistory {
  Sha256 newest;                    // of the set that was recorded last; zeros before
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of its last event
  Sha256 last_leaf;                 // leaf hash of its last event
  bool operator==(const ThresholdHistory&) const = default;
};
template <>
inline constexpr auto fields_of<ThresholdHistory> =
    fields(Field{"newest", &ThresholdHistory::newest},
           Field{"version", &ThresholdHistory::version},
           Field{"lastSequence", &ThresholdHistory::last_sequence},
           Field{"lastLeaf", &ThresholdHistory::last_leaf});
static_assert(record_is_sound<ThresholdHistory>);

// Pure. A set is recorded once: NothingToDo when it `is_known`.
Decision decide(bool is_known, const RecordThresholds& command);

// Pure and total.
void evolve(ThresholdHistory& thresholds, const Recorded& recorded, const Sha256& leaf);

}  // namespace countersign
