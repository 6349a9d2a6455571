#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "core/inspection/face/fhog.h"

namespace countersign {

inline constexpr std::size_t kFaceFilterCells = 10;  // each way; the outermost are surroundings

// A share of the weights of one plane: the cell in row y and column x has down[y] * across[x].
struct FaceFilterTerm {
  std::size_t plane;
  std::array<float, kFaceFilterCells> across;
  std::array<float, kFaceFilterCells> down;
};

// The weights by which a window of a picture is multiplied, and the threshold that the sum has to
// exceed. The terms of a plane add up to its weights: two products of a row and a column take two
// fifths of the multiplications that 10 x 10 weights take.
struct FaceFilter {
  std::span<const FaceFilterTerm> terms;  // in the order of their planes
  float threshold;
};

// Returns one filter for a head seen from the front, then two for a head turned to either side,
// then two for a head tilted to either side. Empty in a build without dlib (COUNTERSIGN_DLIB).
std::span<const FaceFilter> face_filters();

}  // namespace countersign
