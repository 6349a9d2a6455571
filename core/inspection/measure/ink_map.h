#pragma once
#include <cstddef>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// How much darker than the paper around it each pixel is, whatever the light: 0 paper, 255 ink.
// The paper is the mean of the bright half of the pixels within `radius`.
LumaImage ink_map(const LumaImage& picture, std::size_t radius);

}  // namespace countersign
