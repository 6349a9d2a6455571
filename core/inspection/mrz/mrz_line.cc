#include "core/inspection/mrz/mrz_line.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace countersign {
namespace {

// From the middle of a line to above its capitals, which are 2.4 mm high (ISO 1073-2, size I).
constexpr double kHalfLineMm = 1.3;
// Ink, of 255, and the sum of it in a column. Chosen on the drawn set, not measured.
constexpr int kInkOfColumn = 50;      // a fainter pixel is paper
constexpr float kMostOfColumn = 900;  // a bar counts no more than a letter

// The course of a line: within so many millimetres of the straight one, as a mean over 10 mm. Lines
// are 4.2 mm apart or more, so that no line is taken for the next. A fainter pixel than the last is
// paper. Chosen on the drawn set, not measured.
constexpr double kCourseMm = 2;
constexpr double kHalfMeanMm = 5;
constexpr int kInkOfCourse = 60;

int ink_at(const LumaImage& ink, long x, long y) {
  if (x < 0 || y < 0 || x >= static_cast<long>(ink.width) || y >= static_cast<long>(ink.height)) {
    return 0;
  }
  return ink.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
}

std::uint8_t interpolated(const LumaImage& ink, double x, double y) {
  const auto column = static_cast<long>(std::floor(x));
  const auto row = static_cast<long>(std::floor(y));
  const double right = x - static_cast<double>(column);
  const double below = y - static_cast<double>(row);
  const double top = ink_at(ink, column, row) * (1 - right) + ink_at(ink, column + 1, row) * right;
  const double bottom =
      ink_at(ink, column, row + 1) * (1 - right) + ink_at(ink, column + 1, row + 1) * right;
  return static_cast<std::uint8_t>(top * (1 - below) + bottom * below);
}

}  // namespace

MrzLine::MrzLine(const LumaImage& ink, const MrzPlace& place, std::size_t index)
    : ink_(ink),
      first_y_(place.first_y + static_cast<double>(index) * place.spacing),
      slope_(place.slope) {
  follow();
}

std::vector<float> MrzLine::ink_of_columns() const {
  std::vector<float> columns(ink_.width);
  for (std::size_t x = 0; x < ink_.width; ++x) {
    const double middle = straight_y(static_cast<double>(x)) + off_[x];
    const long last = std::lround(middle + kHalfLineMm * kMrzPxPerMm);
    for (long y = std::lround(middle - kHalfLineMm * kMrzPxPerMm); y <= last; ++y) {
      const int value = ink_at(ink_, static_cast<long>(x), y);
      if (value > kInkOfColumn) columns[x] += static_cast<float>(value);
    }
    columns[x] = std::min(columns[x], kMostOfColumn);
  }
  return columns;
}

OcrBScores MrzLine::scores(const CharacterGrid& grid,
                           double character,
                           std::size_t softness) const {
  const double left = grid.left_of(character);
  const double right = grid.left_of(character + 1);
  const double scale = (right - left) / kOcrBWidth;
  const double middle_x = std::clamp((left + right) / 2, 0.0, static_cast<double>(ink_.width) - 1);
  const double middle_y = straight_y(middle_x) + off_[static_cast<std::size_t>(middle_x)];
  OcrBPatch patch;
  for (std::size_t v = 0; v < kPatchHeight; ++v) {
    for (std::size_t u = 0; u < kPatchWidth; ++u) {
      const double x = left + (static_cast<double>(u) - kOcrBPlay + 0.5) * scale - 0.5;
      const double y = middle_y + (static_cast<double>(v) - kPatchHeight / 2.0 + 0.5) * scale - 0.5;
      patch[v * kPatchWidth + u] = interpolated(ink_, x, y);
    }
  }
  return match_ocr_b(patch, kOcrBPlay, softness);
}

double MrzLine::straight_y(double x) const {
  return first_y_ + slope_ * (x - static_cast<double>(ink_.width) / 2);
}

void MrzLine::follow() {
  const std::size_t width = ink_.width;
  std::vector<double> moments(width + 1);
  std::vector<double> weights(width + 1);
  for (std::size_t x = 0; x < width; ++x) {
    const double middle = straight_y(static_cast<double>(x));
    moments[x + 1] = moments[x];
    weights[x + 1] = weights[x];
    const long last = std::lround(middle + kCourseMm * kMrzPxPerMm);
    for (long y = std::lround(middle - kCourseMm * kMrzPxPerMm); y <= last; ++y) {
      const int value = ink_at(ink_, static_cast<long>(x), y);
      if (value <= kInkOfCourse) continue;
      moments[x + 1] += value * (static_cast<double>(y) - middle);
      weights[x + 1] += value;
    }
  }
  const auto half = static_cast<std::size_t>(kHalfMeanMm * kMrzPxPerMm);
  off_.reserve(width);
  for (std::size_t x = 0; x < width; ++x) {
    const std::size_t from = x > half ? x - half : 0;
    const std::size_t to = std::min(width, x + half + 1);
    const double weight = weights[to] - weights[from];
    off_.push_back(weight > 0 ? (moments[to] - moments[from]) / weight : 0);
  }
}

}  // namespace countersign
