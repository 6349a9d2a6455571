#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The text read as an MRZ. Personal data: see mrz.h.
struct MrzReading {
  std::vector<std::string> lines;
  // 0 to 1: the mean likeness of each character to the one it was read as. Print other than OCR-B
  // stays below 0.7.
  double confidence = 0;
  double least = 1;  // the likeness of the character that is least like the one it was read as
  std::optional<Quadrilateral> place{};  // around the lines, in the photograph
};

// Whether the print was read as OCR-B, whatever its text is.
bool legible(const MrzReading& reading, const MrzThresholds& thresholds);

// Whether the reading is legible and no character is much less like the one it was read as than the
// others are. If a check digit is wrong, it was printed so.
bool evenly_legible(const MrzReading& reading, const MrzThresholds& thresholds);

// Whether the reading is legible, has one of the formats, every check digit is right, and no
// character is much less like the one it was read as than the others are: of ten readings with
// wrong characters one has the right digits by chance.
bool proven(const MrzReading& reading, const MrzThresholds& thresholds);

// Whether `a` is the better of two readings: proven, or else with right digits, or else of the
// higher confidence.
bool better(const MrzReading& a, const MrzReading& b, const MrzThresholds& thresholds);

}  // namespace countersign
