#include "core/inspection/matcher/yunet_outputs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace countersign::matcher {
namespace {

// A row, as cv::FaceDetectorYN gives it: the box, five landmarks of two numbers, and the score.
constexpr std::size_t kBoxNumbers = 4;
constexpr std::size_t kLandmarks = 5;
constexpr std::size_t kFirstLandmark = 4;
constexpr std::size_t kScore = 14;

float score_of(const YunetGrid& grid, std::size_t cell) {
  const float cls = std::clamp(grid.cls[cell], 0.0F, 1.0F);
  const float obj = std::clamp(grid.obj[cell], 0.0F, 1.0F);
  return std::sqrt(cls * obj);
}

SeenFace face_of(const YunetGrid& grid, std::size_t cell) {
  const auto step = static_cast<float>(grid.step);
  const auto columns = static_cast<std::size_t>(grid.columns);
  const std::size_t rows_before = cell / columns;
  const auto column = static_cast<float>(cell % columns);
  const auto row = static_cast<float>(rows_before);
  const auto box = grid.bbox.subspan(cell * kBoxNumbers, kBoxNumbers);
  const auto points = grid.kps.subspan(cell * kLandmarks * 2, kLandmarks * 2);
  SeenFace face;
  const float width = std::exp(box[2]) * step;
  const float height = std::exp(box[3]) * step;
  face.row[0] = (column + box[0]) * step - width / 2;
  face.row[1] = (row + box[1]) * step - height / 2;
  face.row[2] = width;
  face.row[3] = height;
  for (std::size_t k = 0; k < kLandmarks; ++k) {
    face.row[kFirstLandmark + 2 * k] = (column + points[2 * k]) * step;
    face.row[kFirstLandmark + 2 * k + 1] = (row + points[2 * k + 1]) * step;
  }
  face.row[kScore] = score_of(grid, cell);
  return face;
}

}  // namespace

std::vector<SeenFace> faces_of(const YunetGrid& grid, float least_score) {
  std::vector<SeenFace> faces;
  for (std::size_t cell = 0; cell < grid.cls.size(); ++cell) {
    // Also leaves out a score that is not a number.
    if (!(score_of(grid, cell) >= least_score)) continue;
    const SeenFace face = face_of(grid, cell);
    if (std::ranges::all_of(face.row, [](float value) { return std::isfinite(value); })) {
      faces.push_back(face);
    }
  }
  return faces;
}

}  // namespace countersign::matcher
