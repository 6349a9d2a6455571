#include "core/inspection/face/face_filters.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace countersign {

constexpr std::size_t kFilters = 5;
constexpr std::size_t kWeights = kFhogPlanes * kFaceFilterCells * kFaceFilterCells;
// Written by write_face_filters when this is built.
extern const float kDlibFaceFilters[kFilters][kWeights + 1];

std::span<const FaceFilter> face_filters() {
  static const std::vector<FaceFilter> filters = [] {
    std::vector<FaceFilter> result(kFilters);
    for (std::size_t i = 0; i < kFilters; ++i) {
      std::copy_n(std::begin(kDlibFaceFilters[i]), kWeights, result[i].weights.begin());
      result[i].threshold = kDlibFaceFilters[i][kWeights];
    }
    return result;
  }();
  return filters;
}

}  // namespace countersign
