#pragma once
#include <cstdint>
#include <string_view>

#include "tests/drawing/canvas.h"

namespace countersign::drawing {

// How a document's text is printed, outside of its machine-readable zone.
enum class Typeface : std::uint8_t {
  // Cells of five by seven, as much detail across as down.
  Blocks,
  // Upright letters that are narrower than they are high, as real print has them: more detail
  // across than down.
  Letters,
  // Number and dates in OCR-B, which OCR programs can read, on plain paper; the rest in blocks.
  OcrB,
};

// Prints capitals, digits and - . / : from `top_left` on; capitals are seven `cell` pixels high.
// Anything else is a space.
void draw_print(Canvas& canvas,
                const Point& top_left,
                double cell,
                std::string_view text,
                const Colour& ink,
                Typeface typeface);

// The width of the same text.
double width_of_print(double cell, std::string_view text, Typeface typeface);

}  // namespace countersign::drawing
