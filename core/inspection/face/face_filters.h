#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "core/inspection/face/fhog.h"

namespace countersign {

inline constexpr std::size_t kFaceFilterCells = 10;  // each way; the outermost are surroundings

// The weights by which a window of a picture is multiplied, plane by plane and row by row, and the
// threshold that the sum has to exceed.
struct FaceFilter {
  std::array<float, kFhogPlanes * kFaceFilterCells * kFaceFilterCells> weights;
  float threshold;

  const float* row(std::size_t plane, std::size_t y) const {
    return weights.data() + (plane * kFaceFilterCells + y) * kFaceFilterCells;
  }
};

// Returns one filter for a head seen from the front, then two for a head turned to either side,
// then two for a head tilted to either side. Empty in a build without dlib (COUNTERSIGN_DLIB).
std::span<const FaceFilter> face_filters();

}  // namespace countersign
