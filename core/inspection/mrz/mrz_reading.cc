#include "core/inspection/mrz/mrz_reading.h"

namespace countersign {
namespace {

bool has_right_digits(const MrzReading& reading, const MrzThresholds& thresholds) {
  if (!legible(reading, thresholds)) return false;
  const auto mrz = parse_mrz(reading.lines);
  return mrz && mrz->wrong.empty();
}

// Among 265 zones of real documents that were read rightly, none has a character that is 0.173 less
// like its own than the mean. Three were read wrongly with right digits, and each has a character
// that is less by 0.2 or more.
bool all_are_alike(const MrzReading& reading) {
  constexpr double kMuchLess = 0.185;  // between the two
  return reading.least > reading.confidence - kMuchLess;
}

// 2: proven. 1: only the digits are right.
int rank_of(const MrzReading& reading, const MrzThresholds& thresholds) {
  if (!has_right_digits(reading, thresholds)) return 0;
  return all_are_alike(reading) ? 2 : 1;
}

}  // namespace

bool legible(const MrzReading& reading, const MrzThresholds& thresholds) {
  return reading.confidence >= thresholds.likeness.error;
}

bool evenly_legible(const MrzReading& reading, const MrzThresholds& thresholds) {
  return legible(reading, thresholds) && all_are_alike(reading);
}

bool proven(const MrzReading& reading, const MrzThresholds& thresholds) {
  return rank_of(reading, thresholds) == 2;
}

bool better(const MrzReading& a, const MrzReading& b, const MrzThresholds& thresholds) {
  const int rank_a = rank_of(a, thresholds);
  const int rank_b = rank_of(b, thresholds);
  if (rank_a != rank_b) return rank_a > rank_b;
  return a.confidence > b.confidence;
}

}  // namespace countersign
