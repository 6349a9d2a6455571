#include "tests/core/inspection/guide/hint_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

using bench::Shot;
using drawing::Dice;

constexpr double kCardAspect = 85.60 / 53.98;
constexpr double kPageAspect = 125.0 / 88.0;
// A page across the smaller frame has less than 5.5 pixels a millimetre. It lies along it, and is
// so much longer.
constexpr double kAlong = 1.4;

// Rows that are conditions of the benchmarks.
constexpr std::array<std::string_view, 35> kConditions = {
    "clean",       "mild",          "tilted",     "rotated",     "upside_down", "dim",
    "small_glare", "letters",       "full_bleed", "laminated",   "worn",        "bent",
    "border_blur", "border_size",   "blur",       "heavy_blur",  "motion",      "motion_along",
    "motion_down", "motion_aslant", "dark",       "overexposed", "glare",       "far_away",
    "no_document", "noise",         "thumb",      "expired",     "other_type",  "other_side",
    "sheet",       "bank_card",     "book_cover", "screen",      "receipt"};

bool lies_along(const Shot& shot) { return std::abs(std::remainder(shot.scene.degrees, 180)) > 45; }

// The shares of the frame that the document has across and down.
std::array<double, 2> extent_of(const Shot& shot) {
  const double aspect = shot.plan.type == DocumentType::Passport ? kPageAspect : kCardAspect;
  const double frame = static_cast<double>(shot.scene.width) / shot.scene.height;
  if (lies_along(shot)) return {shot.scene.filled / aspect, shot.scene.filled * frame};
  return {shot.scene.filled, shot.scene.filled * frame / aspect};
}

// One side is cut off: from a tenth of the document to a third.
void crop(Shot& shot, Dice& dice) {
  const auto [across, down] = extent_of(shot);
  const double cut = dice.between(0.1, 0.35);
  const double sign = dice.below(2) == 0 ? 1 : -1;
  if (dice.below(2) == 0)
    shot.scene.shift_x = sign * (0.5 - across / 2 + cut * across);
  else
    shot.scene.shift_y = sign * (0.5 - down / 2 + cut * down);
  shot.keeps_place = true;
}

// The document is wider than the frame.
void come_too_near(Shot& shot, Dice& dice) {
  const double wider = dice.between(1.05, 1.3);
  shot.scene.filled *= wider / extent_of(shot)[0];
  shot.keeps_place = true;
}

void cover(Shot& shot, Dice& dice) {
  shot.held = true;
  shot.thumb = 1 + static_cast<int>(dice.below(4));
}

void fade(Shot& shot, Dice& dice) {
  shot.scene.table = drawing::Table::Pale;
  shot.washed_out = dice.between(0.25, 0.45);
}

struct Row {
  std::string_view name;
  std::function<void(Shot&, Dice&)> apply;
};
const std::array kOwnRows = {Row{"cropped", crop},
                             Row{"too_near", come_too_near},
                             Row{"hands", cover},
                             Row{"low_contrast", fade}};

void hold_upright(Shot& shot, std::size_t n) {
  const bool small = (n / 5) % 2 == 1;
  shot.scene.width = small ? 720 : 1080;
  shot.scene.height = small ? 1280 : 1920;
  shot.scene.table = static_cast<drawing::Table>((n + n / 5) % 4);
  shot.format = ImageFormat::Jpeg;
  if (!small || shot.thing || shot.plan.type != DocumentType::Passport) return;
  shot.scene.degrees += 90;
  shot.scene.filled *= kAlong;
}

// The order of the frames: of any five each shows another document, and they have both sizes and
// each table.
std::size_t place_of(std::size_t i) { return (6 * i + i / 5) % 10 + i / 10 * 10; }

const bench::Condition& condition(std::string_view name) {
  const auto& all = bench::conditions();
  const auto found = std::ranges::find(all, name, &bench::Condition::name);
  check(found != all.end(), "a row names a condition of the benchmarks");
  return *found;
}

}  // namespace

std::vector<HintFrame> hint_frames(std::uint64_t seed, std::size_t of_each) {
  std::vector<HintFrame> frames;
  for (std::size_t i = 0; i < of_each; ++i) {
    const std::size_t n = place_of(i);
    for (const std::string_view name : kConditions) {
      HintFrame frame = {name, bench::shot_of(condition(name), seed, n)};
      hold_upright(frame.shot, n);
      frames.push_back(std::move(frame));
    }
    for (const Row& row : kOwnRows) {
      const std::uint64_t own = seed + static_cast<std::uint64_t>(&row - kOwnRows.data()) + 1;
      HintFrame frame = {row.name, bench::shot_of(condition("clean"), own * 1'000, n)};
      hold_upright(frame.shot, n);
      Dice dice(frame.shot.plan.seed);
      row.apply(frame.shot, dice);
      frames.push_back(std::move(frame));
    }
  }
  return frames;
}

}  // namespace countersign
