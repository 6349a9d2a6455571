#include "core/inspection/measure/glare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "core/inspection/measure/exposure.h"

namespace countersign {
namespace {

// Unless a comment gives a reason, the numbers of this file were chosen on the drawn set, not
// measured.

constexpr std::size_t kCellPx = 4;      // half a millimetre, at 8 px/mm
constexpr int kBlownPixelsOfCell = 13;  // of 16: a speck of dust or noise does not split a blob

// The light is measured this many cells outside the blob: 12 and 24 px.
constexpr int kNearCells = 3;
constexpr int kFarCells = 6;
constexpr int kMinFadeLuma = 4;    // luma, between near and far
constexpr int kMinNearLuma = 160;  // the least luma near the blob: a fade there is still bright

constexpr std::size_t kRays = 64;     // directions in which the rim of a blob is measured
constexpr std::size_t kMinRays = 16;  // rays that must end inside the picture

constexpr std::size_t kLeastCells = 24;  // of a blob

// Print is as dark as the darkest fiftieth of the picture, within some luma. In the inner half of a
// blob of light less than the share of it is.
constexpr double kPrintShare = 0.02;
constexpr int kDarkPrintLuma = 25;
constexpr double kInner = 0.5;
constexpr double kMostDarkPrint = 0.05;

struct Cells {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> mean;
  std::vector<std::uint8_t> darkest;
  std::vector<std::int32_t> blob;  // 0: not blown; -1: blown, no blob yet; else its number

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

// The cells that share a side with one.
constexpr std::array<std::pair<int, int>, 4> kNeighbours = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

Cells cells_of(const LumaImage& luma) {
  Cells cells;
  cells.width = static_cast<int>(luma.width / kCellPx);
  cells.height = static_cast<int>(luma.height / kCellPx);
  const std::size_t count = cells.index(0, cells.height);
  cells.mean.resize(count);
  cells.darkest.resize(count);
  cells.blob.resize(count);
  for (int cy = 0; cy < cells.height; ++cy) {
    for (int cx = 0; cx < cells.width; ++cx) {
      int sum = 0;
      int blown = 0;
      std::uint8_t darkest = UINT8_MAX;
      for (std::size_t y = 0; y < kCellPx; ++y) {
        const std::uint8_t* row = luma.row(static_cast<std::size_t>(cy) * kCellPx + y) +
                                  static_cast<std::size_t>(cx) * kCellPx;
        for (std::size_t x = 0; x < kCellPx; ++x) {
          sum += row[x];
          blown += row[x] >= kBlownLuma ? 1 : 0;
          darkest = std::min(darkest, row[x]);
        }
      }
      cells.mean[cells.index(cx, cy)] = static_cast<std::uint8_t>(sum / 16);
      cells.darkest[cells.index(cx, cy)] = darkest;
      cells.blob[cells.index(cx, cy)] = blown >= kBlownPixelsOfCell ? -1 : 0;
    }
  }
  return cells;
}

// Collects the blob that contains the cell, and gives its cells the number.
using Blob = std::vector<std::pair<int, int>>;  // the cells of a blown blob

Blob collect_blob(Cells& cells, int x, int y, std::int32_t number) {
  Blob blob = {{x, y}};
  cells.blob[cells.index(x, y)] = number;
  for (std::size_t next = 0; next < blob.size(); ++next) {
    const auto [bx, by] = blob[next];
    for (const auto& [dx, dy] : kNeighbours) {
      if (!cells.contains(bx + dx, by + dy)) continue;
      std::int32_t& owner = cells.blob[cells.index(bx + dx, by + dy)];
      if (owner != -1) continue;
      owner = number;
      blob.emplace_back(bx + dx, by + dy);
    }
  }
  return blob;
}

// Returns the brightest of three by three cells: paper, even where there is print. Returns nullopt
// beyond the border of the picture.
std::optional<int> paper_at(const Cells& cells, double x, double y) {
  const auto cx = static_cast<int>(std::lround(x));
  const auto cy = static_cast<int>(std::lround(y));
  if (!cells.contains(cx - 1, cy - 1) || !cells.contains(cx + 1, cy + 1)) return std::nullopt;
  int brightest = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      brightest = std::max<int>(brightest, cells.mean[cells.index(cx + dx, cy + dy)]);
    }
  }
  return brightest;
}

struct Direction {
  double x;
  double y;
};

std::array<Direction, kRays> ray_directions() {
  std::array<Direction, kRays> directions{};
  for (std::size_t i = 0; i < kRays; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kRays;
    directions[i] = {std::cos(angle), std::sin(angle)};
  }
  return directions;
}

// A blob as it is seen from its middle.
struct Star {
  double x = 0;  // of the middle, in cells
  double y = 0;
  std::array<double, kRays> reach{};  // the distance of the blob's last cell, by direction
};

std::size_t ray_of(double dx, double dy) {
  const double turn = std::atan2(dy, dx) / (2 * std::numbers::pi);
  return static_cast<std::size_t>(std::lround((turn + 1) * kRays)) % kRays;
}

Star star_of(const Blob& blob) {
  Star star;
  for (const auto& [x, y] : blob) {
    star.x += x;
    star.y += y;
  }
  star.x /= static_cast<double>(blob.size());
  star.y /= static_cast<double>(blob.size());
  for (const auto& [x, y] : blob) {
    double& reach = star.reach[ray_of(x - star.x, y - star.y)];
    reach = std::max(reach, std::hypot(x - star.x, y - star.y));
  }
  return star;
}

// Walks from the middle of the blob outwards in all directions, to the blob's last cell, and
// measures the light beyond. Print that cuts into the blob is inside that line and does not count.
// Returns the share of directions in which the light fades, or 0 if too few end inside the picture.
double soft_rim_of(const Cells& cells, const Star& star) {
  const auto directions = ray_directions();
  std::size_t seen = 0;
  std::size_t soft = 0;
  for (std::size_t i = 0; i < kRays; ++i) {
    const auto light_beyond = [&](double distance) {
      return paper_at(cells,
                      star.x + directions[i].x * (star.reach[i] + distance),
                      star.y + directions[i].y * (star.reach[i] + distance));
    };
    const auto near = light_beyond(kNearCells);
    const auto far = light_beyond(kFarCells);
    if (!near || !far) continue;
    ++seen;
    if (*near >= kMinNearLuma && *near - *far >= kMinFadeLuma) ++soft;
  }
  if (seen < kMinRays) return 0;
  return static_cast<double>(soft) / static_cast<double>(seen);
}

// The share of the blob's inner half, by its reach, where the print is as dark as `dark_luma`.
double dark_print_of(const Cells& cells, const Star& star, int dark_luma) {
  const double most = *std::ranges::max_element(star.reach);
  const auto from = [](double middle, double reach) {
    return std::max(0, static_cast<int>(std::floor(middle - kInner * reach)));
  };
  std::size_t inner = 0;
  std::size_t dark = 0;
  for (int y = from(star.y, most); y < cells.height && y <= star.y + kInner * most; ++y) {
    for (int x = from(star.x, most); x < cells.width && x <= star.x + kInner * most; ++x) {
      const double dx = x - star.x;
      const double dy = y - star.y;
      if (std::hypot(dx, dy) > kInner * star.reach[ray_of(dx, dy)]) continue;
      ++inner;
      dark += cells.darkest[cells.index(x, y)] <= dark_luma ? 1 : 0;
    }
  }
  return inner > 0 ? static_cast<double>(dark) / static_cast<double>(inner) : 0;
}

Glare with_place(const Blob& blob, double area, double soft_rim) {
  using Place = std::pair<int, int>;
  const auto [left, right] = std::ranges::minmax_element(blob, {}, &Place::first);
  const auto [top, bottom] = std::ranges::minmax_element(blob, {}, &Place::second);
  const auto px = [](int cell) { return static_cast<std::size_t>(cell) * kCellPx; };
  return {area,
          soft_rim,
          px(left->first),
          px(top->second),
          px(right->first + 1),
          px(bottom->second + 1)};
}

}  // namespace

std::vector<Glare> find_reflections(const LumaImage& luma, double min_soft_rim) {
  Cells cells = cells_of(luma);
  const int dark_luma = luma_percentile(luma, kPrintShare) + kDarkPrintLuma;
  std::vector<Glare> found;
  std::int32_t number = 0;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (cells.blob[cells.index(x, y)] != -1) continue;
      const Blob blob = collect_blob(cells, x, y, ++number);
      if (blob.size() < kLeastCells) continue;
      const Star star = star_of(blob);
      const double soft_rim = soft_rim_of(cells, star);
      if (soft_rim < min_soft_rim) continue;
      if (dark_print_of(cells, star, dark_luma) > kMostDarkPrint) continue;
      const double area = static_cast<double>(blob.size()) / static_cast<double>(cells.mean.size());
      found.push_back(with_place(blob, area, soft_rim));
    }
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Glare::area_share);
  if (found.size() > kMostReflections) found.resize(kMostReflections);
  return found;
}

}  // namespace countersign
