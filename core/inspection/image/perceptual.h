#pragma once
#include "core/ids.h"
#include "core/inspection/image/rgb_image.h"

namespace countersign {

// The perceptual hash of a whole photograph: 256 bits that hardly change when it is encoded again,
// scaled or brightened, and about half of which differ between two photographs. Each bit says
// whether one of the 16 x 16 lowest frequencies of the discrete cosine transform (without the first
// row and column) is at or above their median: Zauner, Implementation and Benchmarking of
// Perceptual Image Hash Functions (2010), 3.2.1, with 64 x 64 pixels instead of 32 x 32, and 256
// bits instead of 64. Pure.
PerceptualHash perceptual_hash(const RgbImage& picture);

}  // namespace countersign
