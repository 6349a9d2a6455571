#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign::pdf417 {

// Where a row of a picture changes between light and dark, in pixels from the left, in ascending
// order. The first change is from light to dark, so that edge 2i is the left border of a bar and
// edge 2i + 1 the right one.
using Edges = std::vector<double>;

// Finds the edges in the row `y`, of which the mean with its neighbours is taken. An edge lies in
// the middle between the luma of its two sides, whatever the light, so that a narrow bar that is
// blurred is still seen. Reuses the memory of `edges`. REQUIRES: there is such a row.
void find_edges(const LumaImage& picture, std::size_t y, Edges& edges);

}  // namespace countersign::pdf417
