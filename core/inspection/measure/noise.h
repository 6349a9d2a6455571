#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

// Returns the standard deviation of the noise of single pixels, in luma steps (0 to 255), where the
// picture is calm. Measures it tile by tile with Immerkaer's mask (1996) and takes the value at the
// calmest fifth, so that print is not taken for noise. Clipped tiles, black or white, show no noise
// and do not count.
double noise_sigma(const LumaImage& luma);

}  // namespace countersign
