#include "tests/drawing/ocr_b_text.h"

#include <algorithm>
#include <cmath>

namespace countersign::drawing {

// Rendered by core/inspection/mrz/ocr_b: a font of the family with sharper corners than the font
// that the reader compares with, so that the reader does not merely recognise its own glyphs.
constexpr std::size_t kCellWidth = 60;
constexpr std::size_t kCellHeight = 84;
constexpr double kBaseline = 75.5;  // in pixels of the cell, from its top
constexpr double kCapital = 67;     // height of a capital, in the same pixels
extern const unsigned char kPrintGlyphs[37][kCellWidth * kCellHeight];

namespace {

constexpr std::string_view kPrintedCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
constexpr int kGlyphSamples = 3;  // samples in each direction in a pixel of the canvas

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

// Pixels of a glyph's cell in a pixel of the canvas.
struct Scale {
  double across = 1;
  double down = 1;
};

void draw(Canvas& canvas,
          const Point& baseline,
          double pitch,
          const Scale& scale,
          std::string_view text,
          const Colour& ink) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t place = kPrintedCharacters.find(text[i]);
    if (place == std::string_view::npos) continue;
    const unsigned char* glyph = kPrintGlyphs[place];
    const Box cell = {baseline.x + static_cast<double>(i) * pitch,
                      baseline.y - kBaseline / scale.down,
                      pitch,
                      static_cast<double>(kCellHeight) / scale.down};
    canvas.cover(cell, ink, [&](double x, double y) {
      double sum = 0;
      for (int dy = 0; dy < kGlyphSamples; ++dy) {
        for (int dx = 0; dx < kGlyphSamples; ++dx) {
          sum += ink_at(glyph,
                        (x - cell.left + (dx + 0.5) / kGlyphSamples) * scale.across,
                        (y - cell.top + (dy + 0.5) / kGlyphSamples) * scale.down);
        }
      }
      return sum / (kGlyphSamples * kGlyphSamples);
    });
  }
}

}  // namespace

void draw_ocr_b(
    Canvas& canvas, const Point& baseline, double pitch, std::string_view text, const Colour& ink) {
  const double scale = static_cast<double>(kCellWidth) / pitch;
  draw(canvas, baseline, pitch, {scale, scale}, text, ink);
}

void draw_letters(Canvas& canvas,
                  const Point& baseline,
                  const LetterSize& size,
                  std::string_view text,
                  const Colour& ink) {
  const Scale scale = {static_cast<double>(kCellWidth) / size.pitch, kCapital / size.capital};
  draw(canvas, baseline, size.pitch, scale, text, ink);
}

}  // namespace countersign::drawing
