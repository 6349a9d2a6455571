#include "projections/views/threshold_sets.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

ThresholdHistory ThresholdSets::load(ViewBatch& views) {
  return countersign::load<ThresholdHistory>(views, space::kThresholds, history_key())
      .value_or(ThresholdHistory{});
}

std::optional<ThresholdSet> ThresholdSets::find(ViewBatch& views, const Sha256& set) {
  return countersign::load<ThresholdSet>(views, space::kThresholds, key(set));
}

Projection ThresholdSets::projection() {
  return {.name = "thresholds",
          .space = space::kThresholds,
          .shape = shape_of<ThresholdHistory>() ^ shape_of<ThresholdSet>()};
}

void ThresholdSets::fold(const FoldedEvent<ThresholdsRecorded>& folded, ViewBatch& views) {
  const ThresholdsRecorded& event = folded.event;
  views.put(space::kThresholds, history_key(), to_bytes(folded.state));
  views.put(space::kThresholds,
            key(event.sha256),
            to_bytes(ThresholdSet{event.version, folded.recorded.sequence.value(), event.text}));
}

}  // namespace countersign
