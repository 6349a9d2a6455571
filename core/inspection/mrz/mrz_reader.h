#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The text read as an MRZ. Personal data: see mrz.h.
struct MrzReading {
  std::vector<std::string> lines;
  // 0 to 1: the mean likeness of each character to the one it was read as. Print other than OCR-B
  // stays below 0.7.
  double confidence = 0;
  std::optional<Quadrilateral> place{};  // around the lines, in the photograph
};

// Reads the MRZ at the foot of a document, upright or upside down. Tries the likelier layout first.
// Returns the first legible reading without a wrong check digit, else the reading with the highest
// confidence. Corrects nothing. If nothing looks like an MRZ, the reading has no lines. `lying`
// holds the corners in the photograph, with the longer sides above and below.
//
// The work is bounded by constants: two ways up, three layouts, three places each.
MrzReading read_mrz(const LumaImage& photograph,
                    const Quadrilateral& lying,
                    bool page,
                    const MrzThresholds& thresholds);

}  // namespace countersign
