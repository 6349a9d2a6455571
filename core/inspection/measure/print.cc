#include "core/inspection/measure/print.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/check.h"
#include "core/inspection/measure/ink_map.h"

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

std::size_t printed_lines(const LumaImage& luma, const Columns& columns, double px_per_mm) {
  // Chosen on the drawn set, not measured.
  constexpr double kPaperMm = 2;
  constexpr std::uint8_t kInk = 50;
  constexpr double kBeginningsPerMm = 0.2;
  constexpr double kFall = 0.5;  // from a line to the rows beside it
  constexpr std::size_t kRows = 3;
  constexpr double kLeastLineMm = 0.75;
  constexpr double kMostLineMm = 5;
  if (columns.end <= columns.first || columns.end > luma.width) return 0;
  const LumaImage ink = ink_map(luma, static_cast<std::size_t>(kPaperMm * px_per_mm));
  std::vector<double> beginnings;
  for (std::size_t y = 0; y < ink.height; ++y) {
    const std::uint8_t* row = ink.row(y);
    std::size_t count = 0;
    for (std::size_t x = columns.first + 1; x < columns.end; ++x) {
      count += row[x] >= kInk && row[x - 1] < kInk ? 1 : 0;
    }
    beginnings.push_back(static_cast<double>(count));
  }
  const double width_mm = static_cast<double>(columns.end - columns.first) / px_per_mm;
  const double many = kBeginningsPerMm * width_mm;
  std::size_t lines = 0;
  std::size_t height = 0;  // of the line that is open, in rows; 0 if none is
  double most = 0;         // of an open line
  double least = 0;        // since the last line
  for (std::size_t y = 0; y + kRows <= beginnings.size(); ++y) {
    const double here = (beginnings[y] + beginnings[y + 1] + beginnings[y + 2]) / kRows;
    if (height == 0) {
      least = std::min(least, here);
      if (here < many || least > kFall * here) continue;
      height = 1;
      most = here;
    } else if (here < kFall * most) {
      const double mm = static_cast<double>(height) / px_per_mm;
      lines += mm >= kLeastLineMm && mm <= kMostLineMm ? 1 : 0;
      height = 0;
      least = here;
    } else {
      ++height;
      most = std::max(most, here);
    }
  }
  return lines;
}

}  // namespace countersign
