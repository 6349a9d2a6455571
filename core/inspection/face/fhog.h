#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// Histograms of oriented gradients as described by Felzenszwalb, Girshick, McAllester and Ramanan
// (Object Detection with Discriminatively Trained Part-Based Models, PAMI 2010, section 6): for
// every cell of 8 x 8 pixels 18 directions, 9 orientations and 4 sums, each normalized by the
// surrounding cells so that light and contrast matter little.
inline constexpr std::size_t kFhogCellPx = 8;
inline constexpr std::size_t kFhogPlanes = 31;  // 18 + 9 + 4

// Planes of cells, rows from the top. The centre of the cell (x, y) is the pixel
// ((x - border + 1) * 8 + 4, (y - border + 1) * 8 + 4).
struct FhogImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<float> values;

  const float* row(std::size_t plane, std::size_t y) const {
    return values.data() + (plane * height + y) * width;
  }
};

// The plane that shows in a mirrored picture what `plane` shows in the picture.
std::size_t mirrored_fhog_plane(std::size_t plane);

// Adds `border` zero cells on every side. Returns no cells for a picture of fewer than three cells
// in either direction. Pure; gives the same result on every machine.
FhogImage fhog(const LumaImage& luma, std::size_t border);

}  // namespace countersign
