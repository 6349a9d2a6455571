#include "core/inspection/barcode/pdf417/straight_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace countersign::pdf417 {
namespace {

constexpr std::size_t kTried = 32;  // points: 496 lines through two of them

// Least squares over the points that are on the line.
StraightLine fitted(const StraightLine& line, const std::vector<Point>& points, double off) {
  double count = 0;
  double along = 0;
  double across = 0;
  for (const Point& point : points) {
    if (!is_on(line, point, off)) continue;
    ++count;
    along += point.along;
    across += point.across;
  }
  along /= count;
  across /= count;
  double square = 0;
  double product = 0;
  for (const Point& point : points) {
    if (!is_on(line, point, off)) continue;
    square += (point.along - along) * (point.along - along);
    product += (point.along - along) * (point.across - across);
  }
  if (square <= 0) return line;
  const double slope = product / square;
  return {across - slope * along, slope};
}

}  // namespace

bool is_on(const StraightLine& line, const Point& point, double off) {
  return std::abs(line.at(point.along) - point.across) <= off;
}

std::optional<StraightLine> line_of_most(const std::vector<Point>& points,
                                         const LineLimits& limits,
                                         std::size_t fewest) {
  const std::size_t tried = std::min(points.size(), kTried);
  const auto chosen = [&](std::size_t i) { return points[i * points.size() / tried]; };
  StraightLine best;
  std::size_t most = 0;
  for (std::size_t i = 0; i < tried; ++i) {
    for (std::size_t j = i + 1; j < tried; ++j) {
      const Point a = chosen(i);
      const Point b = chosen(j);
      if (std::abs(b.along - a.along) < limits.shortest) continue;
      const double slope = (b.across - a.across) / (b.along - a.along);
      if (slope < limits.least_slope || slope > limits.most_slope) continue;
      const StraightLine line = {a.across - slope * a.along, slope};
      const auto on = static_cast<std::size_t>(std::ranges::count_if(
          points, [&](const Point& point) { return is_on(line, point, limits.off); }));
      if (on <= most) continue;
      most = on;
      best = line;
    }
  }
  if (most < std::max<std::size_t>(fewest, 1)) return std::nullopt;
  return fitted(best, points, limits.off);
}

}  // namespace countersign::pdf417
