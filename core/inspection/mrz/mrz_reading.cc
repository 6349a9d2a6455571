#include "core/inspection/mrz/mrz_reading.h"

namespace countersign {
namespace {

bool has_right_digits(const MrzReading& reading, const MrzThresholds& thresholds) {
  if (!legible(reading, thresholds)) return false;
  const auto mrz = parse_mrz(reading.lines);
  return mrz && mrz->wrong.empty();
}

}  // namespace

bool legible(const MrzReading& reading, const MrzThresholds& thresholds) {
  return reading.confidence >= thresholds.likeness.error;
}

bool proven(const MrzReading& reading, const MrzThresholds& thresholds) {
  // Of 265 zones of real documents that were read rightly none has a character that is 0.173 less
  // like its own than the mean; of three that were read wrongly with right digits each has one.
  constexpr double kMuchLess = 0.185;
  return has_right_digits(reading, thresholds) && reading.least > reading.confidence - kMuchLess;
}

bool better(const MrzReading& a, const MrzReading& b, const MrzThresholds& thresholds) {
  const auto rank = [&](const MrzReading& reading) {
    return (proven(reading, thresholds) ? 2 : 0) + (has_right_digits(reading, thresholds) ? 1 : 0);
  };
  if (rank(a) != rank(b)) return rank(a) > rank(b);
  return a.confidence > b.confidence;
}

}  // namespace countersign
