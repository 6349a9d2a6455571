#include "tests/drawing/ocr_b_text.h"

#include <algorithm>
#include <cmath>

namespace countersign::drawing {

// Rendered by core/inspection/ocr_b: a font of the family with sharper corners than the font that
// the reader compares with, so that the reader does not merely recognise its own glyphs.
constexpr std::size_t kCellWidth = 60;
constexpr std::size_t kCellHeight = 84;
constexpr double kBaseline = 75.5;  // in pixels of the cell, from its top
extern const unsigned char kPrintGlyphs[37][kCellWidth * kCellHeight];

namespace {

constexpr std::string_view kPrintedCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
constexpr int kSamples = 3;  // samples in each direction in a pixel of the canvas

double ink_at(const unsigned char* glyph, double x, double y) {
  const auto column = static_cast<long>(std::floor(x));
  const auto row = static_cast<long>(std::floor(y));
  if (column < 0 || row < 0 || column >= static_cast<long>(kCellWidth) ||
      row >= static_cast<long>(kCellHeight)) {
    return 0;
  }
  return glyph[static_cast<std::size_t>(row) * kCellWidth + static_cast<std::size_t>(column)] /
         255.0;
}

}  // namespace

void draw_ocr_b(
    Canvas& canvas, const Point& baseline, double pitch, std::string_view text, const Colour& ink) {
  const double scale = static_cast<double>(kCellWidth) / pitch;  // cell pixels in a canvas pixel
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t place = kPrintedCharacters.find(text[i]);
    if (place == std::string_view::npos) continue;
    const unsigned char* glyph = kPrintGlyphs[place];
    const Box cell = {baseline.x + static_cast<double>(i) * pitch,
                      baseline.y - kBaseline / scale,
                      pitch,
                      static_cast<double>(kCellHeight) / scale};
    canvas.cover(cell, ink, [&](double x, double y) {
      double sum = 0;
      for (int dy = 0; dy < kSamples; ++dy) {
        for (int dx = 0; dx < kSamples; ++dx) {
          sum += ink_at(glyph,
                        (x - cell.left + (dx + 0.5) / kSamples) * scale,
                        (y - cell.top + (dy + 0.5) / kSamples) * scale);
        }
      }
      return sum / (kSamples * kSamples);
    });
  }
}

}  // namespace countersign::drawing
