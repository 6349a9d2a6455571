#pragma once
#include <string_view>

#include "tests/drawing/canvas.h"

namespace countersign::drawing {

// Prints capitals, digits and fillers as in machine-readable zones: in OCR-B, one character every
// `pitch` pixels, capitals standing on the line from `baseline` to the right. Any other character
// is a space.
void draw_ocr_b(
    Canvas& canvas, const Point& baseline, double pitch, std::string_view text, const Colour& ink);

// The same, narrow or wide: capitals are `capital` pixels high, whatever the pitch.
struct LetterSize {
  double pitch = 0;
  double capital = 0;
};
void draw_letters(Canvas& canvas,
                  const Point& baseline,
                  const LetterSize& size,
                  std::string_view text,
                  const Colour& ink);

}  // namespace countersign::drawing
