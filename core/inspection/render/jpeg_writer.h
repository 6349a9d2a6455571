#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// Encodes a picture as a baseline JPEG of fixed tables (rendered_jpeg.h), which holds nothing but
// the picture. nullopt: there is no memory, or the file would be larger than `max_bytes`.
std::optional<std::string> jpeg_of(const RgbImage& picture, std::size_t max_bytes);

}  // namespace countersign
