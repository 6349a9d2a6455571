#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// Returns the picture blurred by a Gaussian of `sigma` pixels, cut off `radius` pixels from its
// centre; beyond the picture its border pixels are repeated. One value per pixel, row by row.
std::vector<float> gaussian_blurred(const LumaImage& luma, double sigma, std::size_t radius);

}  // namespace countersign
