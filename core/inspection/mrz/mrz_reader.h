#pragma once
#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz_reading.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Reads the MRZ at the foot of a document, upright or upside down. Tries the layouts of the
// document's shape, the likelier one first.
// Returns the first legible reading without a wrong check digit, else the reading with the highest
// confidence. Corrects nothing. If nothing looks like an MRZ, the reading has no lines. `lying`
// holds the corners in the photograph, with the longer sides above and below.
//
// The work is bounded by constants: two ways up, two layouts, two places each.
MrzReading read_mrz(const LumaImage& photograph,
                    const Quadrilateral& lying,
                    DocumentSize size,
                    const MrzThresholds& thresholds);

}  // namespace countersign
