#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

// The standard deviation of the noise of single pixels, in steps of 255, where
// the picture is calm: by Immerkaer's mask (1996), tile by tile, of which the
// calm fifth counts, so that print is not taken for noise. Clipped tiles, black
// or white, have no noise to see and do not count.
double noise_sigma(const LumaImage& luma);

}  // namespace countersign
