#include "tests/drawing/background.h"

#include <cmath>
#include <numbers>

namespace countersign::drawing {
namespace {

constexpr int kPieces = 90;  // straight pieces of a guilloche's thread
constexpr double kTurn = 2 * std::numbers::pi;

// A wave from the left to the right of the box.
struct Wave {
  double middle = 0;
  double height = 0;
  double waves = 0;
  double phase = 0;
  double from = 0;  // shares of the box's width
  double to = 1;
};

void draw_wave(
    Canvas& canvas, const Box& box, const Wave& wave, double thickness, const Colour& ink) {
  const auto y_at = [&](double share) {
    return wave.middle + wave.height * std::sin(wave.waves * 6.28 * share + wave.phase);
  };
  for (int piece = 0; piece < kPieces; ++piece) {
    const double from = wave.from + (wave.to - wave.from) * piece / kPieces;
    const double to = wave.from + (wave.to - wave.from) * (piece + 1) / kPieces;
    canvas.line({box.left + from * box.width, y_at(from)},
                {box.left + to * box.width, y_at(to)},
                thickness,
                ink);
  }
}

// A closed line of many petals around a point.
void draw_rosette(Canvas& canvas,
                  const Point& middle,
                  double radius,
                  int petals,
                  double thick,
                  const Colour& ink) {
  constexpr int kSteps = 260;
  const auto at = [&](int step) {
    const double angle = kTurn * step / kSteps;
    const double reach = radius * (0.72 + 0.28 * std::cos(petals * angle));
    return Point{middle.x + reach * std::cos(angle), middle.y + reach * std::sin(angle)};
  };
  for (int step = 0; step < kSteps; ++step) canvas.line(at(step), at(step + 1), thick, ink);
}

// Fields of other colours along all four sides, each 3 to 14 hundredths of the width long.
void draw_edge_fields(Canvas& canvas, const Box& box, const Colour& tint, Dice& dice) {
  const double deep = 0.035 * box.width;
  const auto along = [&](double length, auto&& field) {
    for (double at = 0; at < length;) {
      const double extent = box.width * dice.between(0.03, 0.14);
      const Colour other = {dice.between(120, 235), dice.between(120, 235), dice.between(120, 235)};
      field(at, std::min(extent, length - at), mixed(tint, other, dice.between(0.2, 0.9)));
      at += extent;
    }
  };
  along(box.width, [&](double at, double length, const Colour& colour) {
    canvas.box({box.left + at, box.top, length, deep}, colour);
  });
  along(box.width, [&](double at, double length, const Colour& colour) {
    canvas.box({box.left + at, box.top + box.height - deep, length, deep}, colour);
  });
  along(box.height, [&](double at, double length, const Colour& colour) {
    canvas.box({box.left, box.top + at, deep, length}, colour);
  });
  along(box.height, [&](double at, double length, const Colour& colour) {
    canvas.box({box.left + box.width - deep, box.top + at, deep, length}, colour);
  });
}

}  // namespace

void draw_guilloches(Canvas& canvas, const Box& box, const Colour& tint, Dice& dice) {
  const Colour thread = mixed(tint, {70, 110, 140}, 0.35);
  const double unit = box.width / 640;
  const int threads = 14;
  const double phase = dice.between(0, 6);
  const double waves = dice.between(5, 9);
  for (int i = 0; i < threads; ++i) {
    const double middle = box.top + box.height * (i + 0.5) / threads;
    draw_wave(canvas,
              box,
              {middle, box.height * 0.03, waves, phase + i * 0.7, 0.02, 0.98},
              0.9 * unit,
              thread);
  }
}

void draw_full_bleed(Canvas& canvas, const Box& box, const Colour& tint, Dice& dice) {
  const Colour second = {dice.between(150, 235), dice.between(170, 235), dice.between(170, 235)};
  const double turns = dice.between(0.6, 1.4);
  const double phase = dice.between(0, 6);
  canvas.cover(box, second, [&](double x, double y) {
    const double share = (x - box.left) / box.width + 0.4 * (y - box.top) / box.height;
    return 0.5 + 0.5 * std::sin(kTurn * turns * share + phase);
  });
  draw_edge_fields(canvas, box, tint, dice);
  const double unit = box.width / 640;
  for (int i = 0; i < 5; ++i) {
    const Point middle = box.at(dice.between(0, 1), dice.between(0, 1));
    const Colour ink = mixed(tint, {90, 80, 130}, dice.between(0.3, 0.6));
    const auto petals = static_cast<int>(7 + dice.below(12));
    for (double radius = 0.05; radius < 0.22; radius += 0.025) {
      draw_rosette(canvas, middle, radius * box.width, petals, 0.6 * unit, ink);
    }
  }
  const double waves = dice.between(5, 11);
  for (int i = 0; i < 34; ++i) {
    const Colour ink = mixed(tint, {60, 90, 110}, dice.between(0.35, 0.6));
    const double middle = box.top + box.height * (i + 0.5) / 34;
    draw_wave(canvas, box, {middle, box.height * 0.035, waves, i * 0.9}, 0.8 * unit, ink);
  }
}

}  // namespace countersign::drawing
