#pragma once
#include <cstdint>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// Returns the picture, shrunk evenly if a side is longer than `max_side`: every pixel is the mean
// of the area that it covers. REQUIRES: a picture with pixels, and max_side > 0.
RgbImage at_most(RgbImage picture, std::uint32_t max_side);

}  // namespace countersign
