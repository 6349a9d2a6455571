#include "core/inspection/measure/motion.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "core/inspection/review/picture_quality.h"

namespace countersign::motion_test {

constexpr double kPxPerMm = 8;

// The widths of print, in millimetres: along x, down to the right, along y, down to the left.
EdgeWidths print_of(const std::array<double, 4>& mm) {
  EdgeWidths print;
  print.sharpest = 20;
  for (std::size_t i = 0; i < mm.size(); ++i) {
    const double px = mm[i] * kPxPerMm;
    print.by_direction[i] = px;
    print.softest = std::max(print.softest, px);
    print.sharpest = std::min(print.sharpest, px);
  }
  return print;
}

bool moved(const std::array<double, 4>& print_mm, const BorderWidths& border_mm) {
  return shows_motion(print_of(print_mm), border_mm, kPxPerMm);
}

TEST_CASE("motion widens print and border in one direction") {
  CHECK(moved({0.14, 0.12, 0.1, 0.12}, {0.35, 0.1}));
  CHECK(moved({0, 0.1, 0.14, 0.1}, {0.1, 0.35}));
  CHECK(moved({0.1, 0.15, 0.1, 0.05}, {0.35, 0.4}));
  CHECK(moved({0.1, 0.05, 0.1, 0.15}, {0.35, 0.4}));
}

TEST_CASE("print that is wider in one direction by itself shows no motion") {
  const std::array<double, 4> uneven = {0, 0.1, 0.14, 0.1};
  CHECK_FALSE(moved(uneven, {0.1, 0.12}));
  CHECK_FALSE(moved(uneven, {0.2, 0.24}));
  // The border is wide across the other axis: there was a shadow on both sides.
  CHECK_FALSE(moved(uneven, {0.35, 0.1}));
}

TEST_CASE("a border that is soft in one direction shows no motion if the print is sharp in it") {
  CHECK_FALSE(moved({0.05, 0.05, 0.05, 0.05}, {0.35, 0.1}));
  CHECK_FALSE(moved({0.14, 0.14, 0.14, 0.14}, {0.1, 0.35}));
}

TEST_CASE("a camera out of focus did not move") {
  CHECK_FALSE(moved({0.3, 0.32, 0.31, 0.3}, {0.3, 0.33}));
}

TEST_CASE("no motion is told where a direction was not seen") {
  CHECK_FALSE(moved({0.14, 0.12, 0.1, 0.12}, {0.35, std::nullopt}));
  CHECK_FALSE(moved({0.14, 0.12, 0.1, 0.12}, {std::nullopt, 0.1}));
  EdgeWidths without_print;
  CHECK_FALSE(shows_motion(without_print, {0.35, 0.1}, kPxPerMm));
  EdgeWidths print = print_of({0.14, 0.12, 0.1, 0.12});
  print.by_direction[kAlongX] = std::nullopt;
  CHECK_FALSE(shows_motion(print, {0.35, 0.1}, kPxPerMm));
}

// A flat document whose print has these widths, as it is judged without a border.
Judgement focus_of(const std::array<double, 4>& print_mm, bool proven) {
  const DocumentThresholds thresholds;
  PictureQuality quality;
  quality.widths = print_of(print_mm);
  quality.sharpness = refuse_above(wording(Check::DocumentSharpness),
                                   quality.widths->softest / kPxPerMm,
                                   thresholds.edge_width_mm);
  return judge_focus(quality, BorderWidths{}, kPxPerMm, proven, thresholds);
}

TEST_CASE("print that a zone proves may be a little soft, if it is so in each direction") {
  const std::array<double, 4> evenly = {0.1, 0.12, 0.16, 0.12};
  CHECK(focus_of(evenly, true).status == CheckStatus::Warning);
  CHECK(focus_of(evenly, false).status == CheckStatus::Failed);
  CHECK(focus_of({0.05, 0.12, 0.16, 0.12}, true).status == CheckStatus::Failed);
  CHECK(focus_of({0.12, 0.15, 0.18, 0.15}, true).status == CheckStatus::Failed);
}

}  // namespace countersign::motion_test
