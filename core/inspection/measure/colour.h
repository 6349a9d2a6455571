#pragma once
#include "core/inspection/image/rgb_image.h"

namespace countersign {

// Measures of colour. Pure functions.

// Returns the distance from grey, in the plane of Cb and Cr (ITU-R BT.601), that all but a
// twentieth of the pixels are below. Greys have 0. REQUIRES: a picture with pixels.
double chroma_of(const RgbImage& picture);

// Returns the share of the rows in which every pixel has the colour of the first, within the
// differences that a JPEG makes of one colour. The noise of a sensor leaves none. REQUIRES: a
// picture with pixels.
double plain_rows_share(const RgbImage& picture);

}  // namespace countersign
