#include "tests/drawing/camera/photograph.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/check.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr double kShadowMm = 0.9;      // offset of the shadow, to the right and down
constexpr double kShadowLight = 0.72;  // the share of the light that is left
constexpr double kBendShade = 0.12;    // share of the light that a bend takes at its right side
constexpr int kSamples = 2;            // samples in each direction in a pixel

Colour wood(double x, double y, double phase, double grain, double slope, double width) {
  const double wave = std::sin((y + slope * x) / grain + phase + 0.8 * std::sin(x / (8 * grain)));
  const double light = 1 + 0.10 * wave - 0.15 * x / width;
  return {115 * light, 92 * light, 74 * light};
}

Colour tile(double x, double y, double side, std::uint64_t seed) {
  const auto column = static_cast<std::uint64_t>(x / side);
  const auto row = static_cast<std::uint64_t>(y / side);
  Dice dice(seed + column * 7919 + row * 104'729);
  return {dice.between(60, 190), dice.between(60, 190), dice.between(60, 190)};
}

void draw_table(Canvas& canvas, const Scene& scene) {
  Dice dice(scene.seed);
  const double phase = dice.between(0, 6);
  const double grain = canvas.height() / dice.between(14, 24);
  const double slope = dice.between(-0.2, 0.2);
  const double tone = dice.between(0.85, 1.15);
  const double side = canvas.width() / 7;
  canvas.paint([&](double x, double y) -> Colour {
    switch (scene.table) {
      case Table::Wood:
        return mixed({0, 0, 0}, wood(x, y, phase, grain, slope, canvas.width()), tone / 1.15);
      case Table::Dark:
        return {46 * tone, 48 * tone, 53 * tone};
      case Table::Pale:
        return {196 * tone, 194 * tone, 188 * tone};
      case Table::Tiles:
        return tile(x, y, side, scene.seed);
    }
    return {};
  });
}

Quadrilateral corners_of(const RgbImage& flat, const Scene& scene) {
  const double aspect = static_cast<double>(flat.width) / flat.height;
  const double width = std::min(scene.filled * scene.width, scene.filled * scene.height * aspect);
  const double height = width / aspect;
  const double angle = scene.degrees * std::numbers::pi / 180;
  Quadrilateral corners = rectangle(width, height);
  for (PicturePoint& corner : corners) {
    const double nearer = 1 / (1 - scene.slant_x * (corner.x / width - 0.5) -
                               scene.slant_y * (corner.y / height - 0.5));
    const double x = (corner.x - width / 2) * nearer;
    const double y = (corner.y - height / 2) * nearer;
    corner = {(0.5 + scene.shift_x) * scene.width + x * std::cos(angle) - y * std::sin(angle),
              (0.5 + scene.shift_y) * scene.height + x * std::sin(angle) + y * std::cos(angle)};
  }
  return corners;
}

// Returns whether a point of the flat document lies on it, and not beyond a round corner.
bool on_document(double x, double y, const RgbImage& flat, double radius) {
  if (x < 0 || y < 0 || x >= flat.width || y >= flat.height) return false;
  const double dx = std::max({radius - x, x - (flat.width - radius), 0.0});
  const double dy = std::max({radius - y, y - (flat.height - radius), 0.0});
  return dx == 0 || dy == 0 || std::hypot(dx, dy) <= radius;
}

Colour colour_at(const RgbImage& flat, double x, double y) {
  const double u = std::clamp(x - 0.5, 0.0, flat.width - 1.001);
  const double v = std::clamp(y - 0.5, 0.0, flat.height - 1.001);
  const auto column = static_cast<std::uint32_t>(u);
  const auto row = static_cast<std::uint32_t>(v);
  const double right = u - column;
  const double below = v - row;
  const std::uint8_t* upper = flat.row(row) + 3UL * column;
  const std::uint8_t* lower = flat.row(row + 1) + 3UL * column;
  const auto channel = [&](std::size_t c) {
    const double top = upper[c] * (1 - right) + upper[c + 3] * right;
    const double bottom = lower[c] * (1 - right) + lower[c + 3] * right;
    return top * (1 - below) + bottom * below;
  };
  return {channel(0), channel(1), channel(2)};
}

// A bend of the flat document: by how many of its pixels it moves the column at x up, and the share
// of the light that the slope there leaves.
struct Bend {
  double height = 0;
  double width = 1;

  double up(double x) const {
    return height == 0 ? 0 : height * std::sin(std::numbers::pi * std::clamp(x / width, 0.0, 1.0));
  }
  double light(double x) const {
    if (height == 0) return 1;
    return 1 - kBendShade * (1 - std::cos(std::numbers::pi * x / width)) / 2;
  }
};

}  // namespace

RgbImage empty_table(const Scene& scene) {
  Canvas canvas(scene.width, scene.height);
  draw_table(canvas, scene);
  return std::move(canvas).take();
}

Photograph photograph(const RgbImage& flat, double width_mm, const Scene& scene) {
  Canvas canvas(scene.width, scene.height);
  draw_table(canvas, scene);
  const Quadrilateral corners = corners_of(flat, scene);
  const auto onto_flat = Homography::between(corners, rectangle(flat.width, flat.height));
  check(onto_flat.has_value(),
        "a homography maps the photographed document onto the flat document");
  const double per_mm = flat.width / width_mm;
  const double radius = scene.corner_mm * per_mm;
  const double shadow = kShadowMm * per_mm;
  const Bend bend = {scene.bend_mm * per_mm, static_cast<double>(flat.width)};
  const auto seen_at = [&](double x, double y) {
    PicturePoint at = (*onto_flat)(x, y);
    at.y += bend.up(at.x);
    return at;
  };
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.cover(all, {0, 0, 0}, [&](double x, double y) {
    const PicturePoint at = seen_at(x + 0.5, y + 0.5);
    return on_document(at.x - shadow, at.y - shadow, flat, radius) ? 1 - kShadowLight : 0.0;
  });
  canvas.overlay([&](double x, double y) {
    Colour sum;
    int seen = 0;
    for (int i = 0; i < kSamples * kSamples; ++i) {
      const int column = i % kSamples;
      const int row = i / kSamples;
      const PicturePoint at = seen_at(x + (column + 0.5) / kSamples, y + (row + 0.5) / kSamples);
      if (!on_document(at.x, at.y, flat, radius)) continue;
      const Colour colour = mixed({0, 0, 0}, colour_at(flat, at.x, at.y), bend.light(at.x));
      sum = {sum.red + colour.red, sum.green + colour.green, sum.blue + colour.blue};
      ++seen;
    }
    if (seen == 0) return std::pair(sum, 0.0);
    const Colour mean = {sum.red / seen, sum.green / seen, sum.blue / seen};
    return std::pair(mean, static_cast<double>(seen) / (kSamples * kSamples));
  });
  Photograph result{std::move(canvas).take(), corners, 0};
  const double area_mm = width_mm * width_mm * flat.height / flat.width;
  result.px_per_mm = std::sqrt(area_of(corners) / area_mm);
  return result;
}

}  // namespace countersign::drawing
