#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// A connected area of ink by its bounding box, in pixels.
struct Blob {
  float x = 0;  // of the box's middle
  float y = 0;
  float width = 0;
  float height = 0;
};

struct BlobLimits {
  int level = 0;        // a pixel with at least this much ink belongs to a blob
  double shortest = 0;  // the longer side of a blob's box, in pixels
  double longest = 0;
  std::size_t most = 0;  // the number of blobs
};

// Returns the blobs of an ink map (see measure/ink_map.h) whose longer side is within the limits;
// pixels that touch at a corner are connected. Empty if there are more than `most`: the picture is
// a texture, not print. One pass over the rows, with a union-find over runs of ink (Rosenfeld and
// Pfaltz 1966; He, Chao and Suzuki 2008); memory for at most one run for every two pixels.
std::vector<Blob> find_blobs(const LumaImage& ink, const BlobLimits& limits);

}  // namespace countersign
