#include "tests/drawing/camera/hand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr std::array<Colour, 4> kSkins = {
    {{224, 180, 154}, {196, 148, 124}, {146, 100, 76}, {92, 62, 48}}};
constexpr double kThumbMm = 17;  // its width

// Whether a point lies to the right of every side, as within corners in clockwise order.
bool within(const Quadrilateral& corners, double x, double y) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PicturePoint& a = corners[i];
    const PicturePoint& b = corners[(i + 1) % corners.size()];
    if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0) return false;
  }
  return true;
}

// A finger from `root` to `tip`, lighter along its middle, over everything.
void draw_finger(
    Canvas& canvas, const Point& root, const Point& tip, double thickness, const Colour& skin) {
  canvas.line({root.x + 0.08 * thickness, root.y + 0.1 * thickness},
              {tip.x + 0.08 * thickness, tip.y + 0.1 * thickness},
              thickness,
              mixed(skin, {0, 0, 0}, 0.55));
  for (int layer = 0; layer < 6; ++layer) {
    canvas.line(
        root, tip, thickness * (1 - 0.14 * layer), mixed(skin, {255, 240, 230}, 0.05 * layer));
  }
  const double nail = 0.42 * thickness;
  canvas.ellipse({tip.x - nail / 2, tip.y - nail / 2, nail, nail},
                 mixed(skin, {255, 220, 215}, 0.5));
}

// The rest of the hand: behind the document, so only outside of it.
void draw_palm(Canvas& canvas,
               const Quadrilateral& corners,
               const Point& at,
               double radius,
               const Colour& skin) {
  const Colour shaded = mixed(skin, {0, 0, 0}, 0.25);
  canvas.cover(
      {at.x - radius, at.y - radius, 2 * radius, 2 * radius}, shaded, [&](double x, double y) {
        if (within(corners, x, y)) return 0.0;
        return std::clamp(radius - std::hypot(x - at.x, 0.7 * (y - at.y)), 0.0, 1.0);
      });
}

}  // namespace

RgbImage held(const RgbImage& photograph,
              const Quadrilateral& corners,
              double px_per_mm,
              std::uint64_t seed) {
  Dice dice(seed);
  const Colour skin = kSkins[dice.below(kSkins.size())];
  Canvas canvas(photograph.width, photograph.height);
  canvas.paint([&](double x, double y) -> Colour {
    const std::uint8_t* p =
        photograph.row(static_cast<std::uint32_t>(y)) + 3 * static_cast<std::size_t>(x);
    return {double(p[0]), double(p[1]), double(p[2])};
  });
  // From the upper to the lower corner: of the left side, then of the right one.
  for (const auto& [upper, lower, other] : {std::array{corners[0], corners[3], corners[1]},
                                            std::array{corners[1], corners[2], corners[0]}}) {
    const double down = dice.between(0.14, 0.36);
    const Point border = {upper.x + down * (lower.x - upper.x),
                          upper.y + down * (lower.y - upper.y)};
    const double across = std::hypot(other.x - upper.x, other.y - upper.y);
    const Point inwards = {(other.x - upper.x) / across, (other.y - upper.y) / across};
    const double in = dice.between(4, 7) * px_per_mm;
    const double out = 60 * px_per_mm;
    const double drop = dice.between(0.1, 0.5);
    const Point root = {border.x - out * inwards.x - drop * out * inwards.y,
                        border.y - out * inwards.y + drop * out * std::abs(inwards.x)};
    draw_palm(canvas, corners, root, 52 * px_per_mm, skin);
    draw_finger(canvas,
                root,
                {border.x + in * inwards.x, border.y + in * inwards.y},
                kThumbMm * px_per_mm,
                skin);
  }
  return std::move(canvas).take();
}

}  // namespace countersign::drawing
