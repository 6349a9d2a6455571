#include "core/thresholds/threshold_history.h"

namespace countersign {

Decision<ThresholdEvent> decide(bool is_known, const RecordThresholds& command) {
  if (is_known) return Rejection{Refusal::NothingToDo};
  return happened<ThresholdEvent>(
      ThresholdsRecorded{command.version, command.sha256, command.text});
}

void evolve(ThresholdHistory& thresholds, EventRef<ThresholdEvent> event, const EventPlace& place) {
  advance(thresholds, place);
  event.visit([&](const ThresholdsRecorded& set) { thresholds.newest = set.sha256; });
}

}  // namespace countersign
