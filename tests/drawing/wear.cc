#include "tests/drawing/wear.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr double kHaze = 22;         // added to black
constexpr double kSheen = 34;        // added in the middle of the sheen
constexpr double kSheenWidth = 0.2;  // sigma, of the document's width
constexpr Colour kPaper = {232, 230, 222};
constexpr int kScratches = 26;

void scratch(Canvas& canvas, Dice& dice) {
  const Point from = {dice.between(0, canvas.width()), dice.between(0, canvas.height())};
  const double angle = dice.between(0, std::numbers::pi);
  const double length = canvas.width() * dice.between(0.03, 0.3);
  const Point to = {from.x + length * std::cos(angle), from.y + length * std::sin(angle)};
  canvas.line(from, to, canvas.width() * dice.between(0.0006, 0.0018), kPaper);
}

}  // namespace

RgbImage laminated(const RgbImage& flat, std::uint64_t seed) {
  Dice dice(seed);
  const double angle = dice.between(0, std::numbers::pi);
  const double middle = dice.between(0.3, 0.7) * flat.width;
  RgbImage result = flat;
  for (std::uint32_t y = 0; y < flat.height; ++y) {
    std::uint8_t* row = result.row(y);
    for (std::uint32_t x = 0; x < flat.width; ++x) {
      const double away =
          (x - middle) * std::cos(angle) + (y - flat.height / 2.0) * std::sin(angle);
      const double steps = away / (kSheenWidth * flat.width);
      const double light = kHaze + kSheen * std::exp(-steps * steps / 2);
      for (std::size_t c = 0; c < 3; ++c) {
        std::uint8_t& value = row[3 * std::size_t{x} + c];
        value = channel(value * (1 - light / 255) + light);
      }
    }
  }
  return result;
}

RgbImage worn(const RgbImage& flat, std::uint64_t seed) {
  Dice dice(seed);
  Canvas canvas(flat);
  const double faded = dice.between(0.2, 0.4);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.cover(all, kPaper, [&](double, double) { return faded; });
  for (int i = 0; i < kScratches; ++i) scratch(canvas, dice);
  const double border = 0.03 * canvas.width();
  canvas.cover(all, {120, 112, 100}, [&](double x, double y) {
    const double inside = std::min({x, y, canvas.width() - x, canvas.height() - y});
    return 0.35 * std::max(0.0, 1 - inside / border);
  });
  return std::move(canvas).take();
}

}  // namespace countersign::drawing
