#pragma once
#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"

namespace countersign {

// The card as bar codes are sought on it: seen straight from above, of 16 pixels a millimetre.
// `lying` and what is required are those of read_pdf417().
LumaImage flat_card(const LumaImage& photograph, const Quadrilateral& lying);

}  // namespace countersign
