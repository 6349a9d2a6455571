#pragma once
#include <cstdint>

#include "core/inspection/image/rgb_image.h"

// The traces of use on a document, seen flat. Pure functions.
namespace countersign::drawing {

// Under a film: a haze over the whole, and a wide, soft sheen across it that no print is lost in.
RgbImage laminated(const RgbImage& flat, std::uint64_t seed);

// Long in use: faded, with scratches down to the paper, and a darker border.
RgbImage worn(const RgbImage& flat, std::uint64_t seed);

}  // namespace countersign::drawing
