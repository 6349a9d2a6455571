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

std::uint32_t ThresholdSets::shape() const {
  return shape_of<ThresholdHistory>() ^ shape_of<ThresholdSet>();
}

void ThresholdSets::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.thresholds == nullptr) return;
  views.put(space(), history_key(), to_bytes(*fact.thresholds));
  if (const auto* recorded = std::get_if<ThresholdsRecorded>(&fact.recorded.event)) {
    views.put(
        space(),
        key(recorded->sha256),
        to_bytes(ThresholdSet{recorded->version, fact.recorded.sequence.value(), recorded->text}));
  }
}

}  // namespace countersign
