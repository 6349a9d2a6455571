#include "core/thresholds/threshold_history.h"

#include <variant>

namespace countersign {

Decision decide(bool is_known, const RecordThresholds& command) {
  if (is_known) return Rejection{Refusal::NothingToDo};
  return std::vector<Event>{ThresholdsRecorded{command.version, command.sha256, command.text}};
}

void evolve(ThresholdHistory& thresholds, const RecordedEvent& recorded, const Sha256& leaf) {
  thresholds.version = recorded.version.value();
  thresholds.last_sequence = recorded.sequence.value();
  thresholds.last_leaf = leaf;
  if (const auto* set = std::get_if<ThresholdsRecorded>(&recorded.event)) {
    thresholds.newest = set->sha256;
  }
}

}  // namespace countersign
