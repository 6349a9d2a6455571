#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "core/inspection/face/fhog.h"

namespace countersign {

inline constexpr std::size_t kFaceFilterCells = 10;  // each way; the outermost are its surroundings

// What a window of a picture is multiplied by, plane by plane and row by row, and what
// the sum has to exceed.
struct FaceFilter {
  std::array<float, kFhogPlanes * kFaceFilterCells * kFaceFilterCells> weights;
  float threshold;

  const float* row(std::size_t plane, std::size_t y) const {
    return weights.data() + (plane * kFaceFilterCells + y) * kFaceFilterCells;
  }
};

// For a head seen from the front, then for two turned to either side, then for two tilted to
// either side. None in a build without dlib (COUNTERSIGN_DLIB).
std::span<const FaceFilter> face_filters();

}  // namespace countersign
