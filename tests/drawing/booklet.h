#pragma once
#include "core/inspection/image/rgb_image.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {

// A passport that lies open, seen flat: `page`, and above it the page that faces it, with the fold
// between them.
RgbImage booklet(const RgbImage& page, const Colour& tint, Dice& dice);

}  // namespace countersign::drawing
