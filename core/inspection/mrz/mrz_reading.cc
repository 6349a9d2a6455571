#include "core/inspection/mrz/mrz_reading.h"

namespace countersign {

bool legible(const MrzReading& reading, const MrzThresholds& thresholds) {
  return reading.confidence >= thresholds.likeness.error;
}

bool proven(const MrzReading& reading, const MrzThresholds& thresholds) {
  if (!legible(reading, thresholds)) return false;
  const auto mrz = parse_mrz(reading.lines);
  return mrz && mrz->wrong.empty();
}

bool better(const MrzReading& a, const MrzReading& b, const MrzThresholds& thresholds) {
  const bool a_proven = proven(a, thresholds);
  if (a_proven != proven(b, thresholds)) return a_proven;
  return a.confidence > b.confidence;
}

}  // namespace countersign
