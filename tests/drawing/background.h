#pragma once
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

// The print below a document's text.
namespace countersign::drawing {

// Fine interwoven waves, as on banknotes, that leave the border of the box free.
void draw_guilloches(Canvas& canvas, const Box& box, const Colour& tint, Dice& dice);

// A background that covers the box from border to border: colours that run into each other, fields
// that end at the border, rosettes, and waves of which some are nearly as dark as print is pale.
void draw_full_bleed(Canvas& canvas, const Box& box, const Colour& tint, Dice& dice);

}  // namespace countersign::drawing
