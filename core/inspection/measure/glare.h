#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

struct Glare {
  double area_share = 0;  // largest blown blob with a soft rim, as a share of the picture
  double soft_rim = 0;    // the share of the rim around that blob where light fades away
  // The box around the blob, in pixels; 0 if there is no blob.
  std::size_t left = 0;
  std::size_t top = 0;
  std::size_t right = 0;
  std::size_t bottom = 0;
};

// Finds the reflection of a lamp: a large blown blob from which the light fades gradually. White
// paper is as white and as large, but it ends in a step, at print or at its border; so a blob
// counts only if its rim is soft.
Glare measure_glare(const LumaImage& luma, double min_soft_rim);

}  // namespace countersign
