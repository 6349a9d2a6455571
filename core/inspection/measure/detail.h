#pragma once
#include <optional>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// How much fine detail there is in the print of a flat document, compared with its coarse shapes:
// the energy of its gradients under a Gaussian of 0.11 mm over that under one of 0.34 mm, in the
// squares with the most shapes. Noise is taken away, contrast cancels out. Absent: there are too
// few shapes.
struct FineDetail {
  std::optional<double> across;  // of what changes from left to right
  std::optional<double> down;

  // The lesser over the greater, from 0 to 1. Print, bars and frames have about as much of both;
  // what a camera has smeared that moved along one of them has not. 1 where one has no shapes to
  // compare.
  double evenness() const;
};
FineDetail fine_detail(const LumaImage& flat, double px_per_mm, double noise_sigma);

}  // namespace countersign
