#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// What was read as a machine-readable zone. About a person: see mrz.h.
struct MrzReading {
  std::vector<std::string> lines;
  // 0 to 1: the mean likeness of every character to what it was read as. Print
  // that is none of OCR-B stays below 0.7.
  double confidence = 0;
  std::optional<Quadrilateral> place{};  // of the lines, in the photograph
};

// Reads the zone at the foot of a document, either way up, in the layout that
// fits best: nothing is corrected, and no layout is preferred for having right
// digits, but for which reading is looked for first. A reading without lines: nothing
// looks like a zone. `lying` are the corners in the photograph, the longer sides above and below.
//
// The work is bounded by constants: two ways up, three layouts, three places each.
MrzReading read_mrz(const LumaImage& photograph,
                    const Quadrilateral& lying,
                    bool page,
                    const MrzThresholds& thresholds);

}  // namespace countersign
