#pragma once
#include <cstdint>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/rgb_image.h"

namespace countersign::drawing {

// Two hands that hold a document by its left and its right side, in the photograph of it: thumbs
// that lie on its upper half, some 12 mm far, and what is seen of the hands beside it. They hide
// neither its lower half nor more than an eighth of a side of 176 mm.
RgbImage held(const RgbImage& photograph,
              const Quadrilateral& corners,
              double px_per_mm,
              std::uint64_t seed);

}  // namespace countersign::drawing
