#pragma once
#include <cstddef>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// Returns how much darker than the paper around it each pixel is, whatever the light: 0 is paper,
// 255 is ink. The paper is the mean of the bright pixels within `radius`: those that are no darker
// than the mean around them.
LumaImage ink_map(const LumaImage& picture, std::size_t radius);

}  // namespace countersign
