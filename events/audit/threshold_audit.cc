#include "events/audit/threshold_audit.h"

namespace countersign {

std::optional<AuditFault> ThresholdAudit::take(const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  if (const auto* set = std::get_if<ThresholdsRecorded>(&recorded.event)) {
    known_.insert(set->sha256);
    return std::nullopt;
  }
  const EngineVersion* engine = engine_of(recorded.event);
  if (engine == nullptr || !engine->thresholds || known_.contains(*engine->thresholds)) {
    return std::nullopt;
  }
  return AuditFault{
      recorded.sequence,
      "the threshold set that this outcome names is not in the log before the outcome"};
}

}  // namespace countersign
