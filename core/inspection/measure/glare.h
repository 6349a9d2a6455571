#pragma once
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign {

struct Glare {
  double area_share = 0;  // a blown blob with a soft rim, as a share of the picture
  double soft_rim = 0;    // the share of the rim around that blob where light fades away
  // The box around the blob, in pixels; 0 if there is no blob.
  std::size_t left = 0;
  std::size_t top = 0;
  std::size_t right = 0;
  std::size_t bottom = 0;
};

// The most reflections of a picture that are told.
inline constexpr std::size_t kMostReflections = 16;

// Finds the reflections of lamps: blown blobs from which the light fades gradually, the largest
// first, at most kMostReflections. White paper is as white and as large, but it ends in a step, at
// print or at its border; so a blob counts only if its rim is soft. Where paper is blown and
// unevenly lit its rim is soft too, but the print on it stays as dark as elsewhere; light that is
// reflected lies over the print, so a blob with dark print in its middle does not count. Smaller
// blobs than 6 mm² (at 8 px/mm) do not count: they hide no more than one character.
std::vector<Glare> find_reflections(const LumaImage& luma, double min_soft_rim);

// The least share of a blown blob's rim that fades if the blob is a reflection, not paper; and the
// same where print that the reflection should not hide is around it, which interrupts the fading.
// Drawn reflections on a zone have 0.27 to 0.44.
inline constexpr double kGlareSoftRim = 0.4;
inline constexpr double kGlareSoftRimOnPrint = 0.2;

}  // namespace countersign
