#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// The picture under a Gaussian of `sigma` pixels, cut off `radius` pixels from its middle; beyond
// the picture its border goes on. Row by row, as many values as pixels.
std::vector<float> gaussian_blurred(const LumaImage& luma, double sigma, std::size_t radius);

}  // namespace countersign
