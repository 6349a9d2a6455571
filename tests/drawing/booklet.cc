#include "tests/drawing/booklet.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "tests/drawing/background.h"
#include "tests/drawing/print.h"

namespace countersign::drawing {
namespace {

constexpr Colour kBookletInk = {40, 44, 60};
constexpr double kFoldShare = 0.045;  // of a page's height: as far as the fold's shadow reaches

void draw_stamp(Canvas& canvas, const Box& box, const Colour& ink) {
  constexpr int kSteps = 80;
  for (int step = 0; step < kSteps; ++step) {
    const auto at = [&](int i) {
      const double angle = 6.2832 * i / kSteps;
      return box.at(0.5 + 0.5 * std::cos(angle), 0.5 + 0.5 * std::sin(angle));
    };
    canvas.line(at(step), at(step + 1), 0.02 * box.width, ink);
  }
  draw_print(canvas, box.at(0.24, 0.42), box.width / 90, "UTOPIA", ink, Typeface::Letters);
}

// The page of remarks: a heading, some lines of text and stamps.
RgbImage facing_page(const RgbImage& page, const Colour& tint, Dice& dice) {
  Canvas canvas(page.width, page.height);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all, tint);
  draw_guilloches(canvas, all, tint, dice);
  const double cell = all.height / 330;
  draw_print(canvas,
             all.at(0.08, 0.10),
             1.4 * cell,
             "OBSERVATIONS / SPECIMEN",
             kBookletInk,
             Typeface::Letters);
  const auto lines = 2 + dice.below(4);
  for (std::size_t i = 0; i < lines; ++i) {
    const double y = 0.22 + 0.06 * static_cast<double>(i);
    draw_print(canvas,
               all.at(0.08, y),
               cell,
               "THE BEARER OF THIS SPECIMEN DOES NOT EXIST",
               kBookletInk,
               Typeface::Letters);
  }
  const Colour stamp = {dice.between(60, 150), 50, dice.between(80, 150)};
  draw_stamp(canvas, all.part(dice.between(0.1, 0.6), 0.55, 0.28, 0.3), mixed(tint, stamp, 0.7));
  return std::move(canvas).take();
}

void copy_rows(const RgbImage& from, RgbImage& to, std::uint32_t first) {
  for (std::uint32_t y = 0; y < from.height; ++y) {
    std::copy_n(from.row(y), std::size_t{from.width} * 3, to.row(first + y));
  }
}

// The pages sink into the fold, where less light falls.
void darken_fold(RgbImage& spread, std::uint32_t fold) {
  const double reach = kFoldShare * fold;
  for (std::uint32_t y = 0; y < spread.height; ++y) {
    const double away = std::abs(y + 0.5 - fold) / reach;
    if (away >= 1) continue;
    const double light = 0.45 + 0.55 * std::sqrt(away);
    std::uint8_t* row = spread.row(y);
    for (std::size_t i = 0; i < std::size_t{spread.width} * 3; ++i)
      row[i] = channel(row[i] * light);
  }
}

}  // namespace

RgbImage booklet(const RgbImage& page, const Colour& tint, Dice& dice) {
  RgbImage spread(page.width, 2 * page.height);
  copy_rows(facing_page(page, tint, dice), spread, 0);
  copy_rows(page, spread, page.height);
  darken_fold(spread, page.height);
  return spread;
}

}  // namespace countersign::drawing
