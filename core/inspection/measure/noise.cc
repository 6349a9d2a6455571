#include "core/inspection/measure/noise.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace countersign {
namespace {

// Chosen on the drawn set, not measured.
constexpr std::size_t kTilePx = 32;  // 4 mm at 8 px/mm
constexpr double kCalmShare = 0.2;   // of the tiles: those calmer than the one that counts
// A tile whose mean is beyond these is clipped: 8 levels from either end.
constexpr double kBlackLuma = 8;
constexpr double kWhiteLuma = 247;

// Immerkaer's mask responds neither to slopes nor to straight edges.
int mask_response(const LumaImage& luma, std::size_t x, std::size_t y) {
  const std::uint8_t* above = luma.row(y - 1) + x;
  const std::uint8_t* here = luma.row(y) + x;
  const std::uint8_t* below = luma.row(y + 1) + x;
  const int corners = above[-1] + above[1] + below[-1] + below[1];
  const int sides = above[0] + below[0] + here[-1] + here[1];
  return std::abs(corners - 2 * sides + 4 * here[0]);
}

struct Tile {
  double mean = 0;
  double sigma = 0;
};

Tile measure(const LumaImage& luma, std::size_t left, std::size_t top) {
  long sum = 0;
  long responses = 0;
  for (std::size_t y = top; y < top + kTilePx; ++y) {
    for (std::size_t x = left; x < left + kTilePx; ++x) {
      sum += luma.at(x, y);
      responses += mask_response(luma, x, y);
    }
  }
  const double pixels = kTilePx * kTilePx;
  const double scale = std::sqrt(std::numbers::pi / 2) / 6;
  return {static_cast<double>(sum) / pixels, scale * static_cast<double>(responses) / pixels};
}

}  // namespace

double noise_sigma(const LumaImage& luma) {
  std::vector<double> sigmas;
  for (std::size_t top = 1; top + kTilePx < luma.height; top += kTilePx) {
    for (std::size_t left = 1; left + kTilePx < luma.width; left += kTilePx) {
      const Tile tile = measure(luma, left, top);
      if (tile.mean < kBlackLuma || tile.mean > kWhiteLuma) continue;
      sigmas.push_back(tile.sigma);
    }
  }
  if (sigmas.empty()) return 0;
  const auto calm = static_cast<std::size_t>(kCalmShare * static_cast<double>(sigmas.size()));
  const auto rank = sigmas.begin() + static_cast<std::ptrdiff_t>(calm);
  std::nth_element(sigmas.begin(), rank, sigmas.end());
  return *rank;
}

}  // namespace countersign
