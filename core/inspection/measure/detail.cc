#include "core/inspection/measure/detail.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/inspection/image/gaussian.h"

namespace countersign {
namespace {

// All of these were chosen on the drawn set, not measured; the limits of the ratio that they give
// were measured on real documents (document_thresholds.h).

// The widths of the two Gaussians, in millimetres: the coarse one is a stroke of OCR-B, 0.35 mm,
// and the fine one a third of it, about a pixel at 8 px/mm.
constexpr double kFineMm = 0.11;
constexpr double kCoarseMm = 0.34;
constexpr double kSquareMm = 6;         // each square overlaps the next by half
constexpr double kBusyShare = 0.4;      // share of the squares: those with the most coarse shapes
constexpr std::size_t kMinSquares = 4;  // with fewer, kRank says nothing
constexpr double kMinCoarse = 6;  // least coarse energy of a square that has shapes, luma squared
constexpr double kRank = 0.85;    // rank among the busy squares' ratios, from the lowest

struct Plane {
  std::vector<float> values;
  double noise = 0;  // energy left of the noise of single pixels
};

Plane blurred(const LumaImage& flat, double sigma, double noise_sigma) {
  const auto radius = static_cast<std::size_t>(std::ceil(3 * sigma));
  const double variance = noise_sigma * noise_sigma / (4 * std::numbers::pi * sigma * sigma);
  // The variance of the difference across two pixels of smoothed white noise.
  const double left = 2 * variance * (1 - std::exp(-1 / (sigma * sigma)));
  return {gaussian_blurred(flat, sigma, radius), left};
}

struct Square {
  double fine = 0;
  double coarse = 0;
};

std::optional<double> ratio_of(std::vector<Square> squares) {
  std::sort(squares.begin(), squares.end(), [](const Square& a, const Square& b) {
    return a.coarse > b.coarse;
  });
  const auto busy = std::max(
      kMinSquares, static_cast<std::size_t>(kBusyShare * static_cast<double>(squares.size())));
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(busy, squares.size()); ++i) {
    if (squares[i].coarse < kMinCoarse) break;
    ratios.push_back(squares[i].fine / squares[i].coarse);
  }
  if (ratios.size() < kMinSquares) return std::nullopt;
  const auto rank =
      ratios.begin() + static_cast<std::ptrdiff_t>(kRank * static_cast<double>(ratios.size()));
  std::nth_element(ratios.begin(), rank, ratios.end());
  return *rank;
}

}  // namespace

std::optional<double> FineDetail::down_over_across() const {
  if (!across || !down || *across <= 0) return std::nullopt;
  return *down / *across;
}

FineDetail fine_detail(const LumaImage& flat, double px_per_mm, double noise_sigma) {
  const Plane fine = blurred(flat, kFineMm * px_per_mm, noise_sigma);
  const Plane coarse = blurred(flat, kCoarseMm * px_per_mm, noise_sigma);
  const auto side = static_cast<std::size_t>(kSquareMm * px_per_mm);
  const std::size_t width = flat.width;
  FineDetail detail;
  for (const std::size_t step : {std::size_t{1}, width}) {
    const auto energy = [&](const Plane& plane, std::size_t at) {
      const auto change = static_cast<double>(plane.values[at + step] - plane.values[at - step]);
      return change * change;
    };
    std::vector<Square> squares;
    for (std::size_t top = 2; top + side + 2 <= flat.height; top += side / 2) {
      for (std::size_t left = 2; left + side + 2 <= width; left += side / 2) {
        Square square;
        for (std::size_t y = top; y < top + side; ++y) {
          for (std::size_t x = left; x < left + side; ++x) {
            square.fine += energy(fine, y * width + x);
            square.coarse += energy(coarse, y * width + x);
          }
        }
        const auto pixels = static_cast<double>(side * side);
        square.fine = std::max(0.0, square.fine / pixels - fine.noise);
        square.coarse = std::max(0.0, square.coarse / pixels - coarse.noise);
        squares.push_back(square);
      }
    }
    (step == 1 ? detail.across : detail.down) = ratio_of(std::move(squares));
  }
  return detail;
}

}  // namespace countersign
