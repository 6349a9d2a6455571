#include "core/inspection/measure/print.h"

#include <algorithm>
#include <cstdlib>

#include "core/check.h"

namespace countersign {
namespace {

// The contrast of the faintest print that counts, as a share of the luma of paper, which is this
// percentile: brighter pixels are reflections. Chosen on the drawn set, not measured.
constexpr double kContrastShare = 0.12;
constexpr double kPaperPercentile = 0.95;
// The share of changed pixels above which a square is printed. A single border that crosses a
// square changes a tenth.
constexpr double kPrintedShare = 0.11;

bool busy(
    const LumaImage& flat, std::size_t left, std::size_t top, std::size_t side, int contrast) {
  std::size_t changes = 0;
  for (std::size_t y = top; y + 2 < top + side; ++y) {
    const std::uint8_t* here = flat.row(y) + left;
    const std::uint8_t* below = flat.row(y + 2) + left;
    for (std::size_t x = 0; x + 2 < side; ++x) {
      const bool across = std::abs(here[x + 2] - here[x]) > contrast;
      const bool down = std::abs(below[x] - here[x]) > contrast;
      changes += across || down ? 1 : 0;
    }
  }
  return static_cast<double>(changes) > kPrintedShare * static_cast<double>(side * side);
}

}  // namespace

double printed_share(const LumaImage& flat, std::size_t side_px) {
  check(side_px > 4, "a square that is searched for print is more than 4 pixels wide");
  const auto contrast = static_cast<int>(kContrastShare * luma_percentile(flat, kPaperPercentile));
  std::size_t squares = 0;
  std::size_t printed = 0;
  for (std::size_t top = 0; top + side_px <= flat.height; top += side_px) {
    for (std::size_t left = 0; left + side_px <= flat.width; left += side_px) {
      ++squares;
      printed += busy(flat, left, top, side_px, contrast) ? 1 : 0;
    }
  }
  return squares == 0 ? 0 : static_cast<double>(printed) / static_cast<double>(squares);
}

}  // namespace countersign
