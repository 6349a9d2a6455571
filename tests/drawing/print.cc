#include "tests/drawing/print.h"

#include "tests/drawing/glyphs.h"
#include "tests/drawing/ocr_b_text.h"

namespace countersign::drawing {
namespace {

constexpr double kLetterPitch = 5.5;  // cells from one letter to the next
constexpr double kOcrBPitch = 7.4;
constexpr double kMark = 0.9;  // cells: the side of a dot, the thickness of a dash

// The marks that OCR-B's glyphs for machine-readable zones lack.
void draw_mark(Canvas& canvas, const Point& at, double cell, char mark, const Colour& ink) {
  const double side = kMark * cell;
  const double middle = at.x + (kLetterPitch * cell - side) / 2;
  if (mark == '.' || mark == ':') canvas.box({middle, at.y + 7 * cell - side, side, side}, ink);
  if (mark == ':') canvas.box({middle, at.y + 3 * cell, side, side}, ink);
  if (mark == '-') canvas.box({at.x + 0.8 * cell, at.y + 3.4 * cell, 2.3 * cell, side}, ink);
  if (mark == '/') {
    canvas.line({at.x + 0.8 * cell, at.y + 7 * cell}, {at.x + 3.1 * cell, at.y}, side, ink);
  }
}

double pitch_of(Typeface typeface) {
  switch (typeface) {
    case Typeface::Blocks:
      return kGlyphColumns + 1;
    case Typeface::Letters:
      return kLetterPitch;
    case Typeface::OcrB:
      break;
  }
  return kOcrBPitch;
}

}  // namespace

void draw_print(Canvas& canvas,
                const Point& top_left,
                double cell,
                std::string_view text,
                const Colour& ink,
                Typeface typeface) {
  if (typeface == Typeface::Blocks) return canvas.text(top_left, cell, text, ink);
  if (typeface == Typeface::OcrB) {
    return draw_ocr_b(canvas, {top_left.x, top_left.y + 7 * cell}, kOcrBPitch * cell, text, ink);
  }
  const double pitch = kLetterPitch * cell;
  draw_letters(canvas, {top_left.x, top_left.y + 7 * cell}, {pitch, 7 * cell}, text, ink);
  for (std::size_t i = 0; i < text.size(); ++i) {
    draw_mark(
        canvas, {top_left.x + static_cast<double>(i) * pitch, top_left.y}, cell, text[i], ink);
  }
}

double width_of_print(double cell, std::string_view text, Typeface typeface) {
  return pitch_of(typeface) * cell * static_cast<double>(text.size());
}

}  // namespace countersign::drawing
