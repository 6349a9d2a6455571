#include "core/inspection/image/homography.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace countersign {
namespace {

constexpr std::size_t kUnknowns = 8;  // of a map of nine numbers, whose scale means nothing
// A pivot below this is 0 but for rounding: three of the corners lie on one line.
constexpr double kSingular = 1e-12;
using Equations = std::array<std::array<double, kUnknowns + 1>, kUnknowns>;

// Gauss-Jordan elimination with the largest pivot of each column.
std::optional<std::array<double, kUnknowns>> solved(Equations rows) {
  for (std::size_t column = 0; column < kUnknowns; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < kUnknowns; ++row) {
      if (std::abs(rows[row][column]) > std::abs(rows[pivot][column])) pivot = row;
    }
    if (std::abs(rows[pivot][column]) < kSingular) return std::nullopt;
    std::swap(rows[pivot], rows[column]);
    for (std::size_t row = 0; row < kUnknowns; ++row) {
      if (row == column) continue;
      const double factor = rows[row][column] / rows[column][column];
      for (std::size_t i = column; i <= kUnknowns; ++i) rows[row][i] -= factor * rows[column][i];
    }
  }
  std::array<double, kUnknowns> result{};
  for (std::size_t i = 0; i < kUnknowns; ++i) result[i] = rows[i][kUnknowns] / rows[i][i];
  return result;
}

}  // namespace

double distance(const PicturePoint& a, const PicturePoint& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double area_of(const Quadrilateral& corners) {
  double twice = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const PicturePoint& a = corners[i];
    const PicturePoint& b = corners[(i + 1) % 4];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

bool encloses(const Quadrilateral& corners, const PicturePoint& p) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PicturePoint& a = corners[i];
    const PicturePoint& b = corners[(i + 1) % corners.size()];
    if ((b.x - a.x) * (p.y - a.y) < (b.y - a.y) * (p.x - a.x)) return false;
  }
  return true;
}

Quadrilateral rectangle(double width, double height) {
  return {{{0, 0}, {width, 0}, {width, height}, {0, height}}};
}

Quadrilateral scaled(const Quadrilateral& corners, double scale_x, double scale_y) {
  Quadrilateral result = corners;
  for (PicturePoint& corner : result) {
    corner.x *= scale_x;
    corner.y *= scale_y;
  }
  return result;
}

Quadrilateral turned(const Quadrilateral& corners, unsigned quarters) {
  Quadrilateral result;
  for (std::size_t i = 0; i < 4; ++i) result[i] = corners[(i + quarters) % 4];
  return result;
}

std::optional<Homography> Homography::between(const Quadrilateral& from, const Quadrilateral& to) {
  Equations rows{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [x, y] = from[i];
    const auto& [u, v] = to[i];
    rows[2 * i] = {x, y, 1, 0, 0, 0, -u * x, -u * y, u};
    rows[2 * i + 1] = {0, 0, 0, x, y, 1, -v * x, -v * y, v};
  }
  const auto m = solved(rows);
  if (!m) return std::nullopt;
  return Homography(*m);
}

}  // namespace countersign
