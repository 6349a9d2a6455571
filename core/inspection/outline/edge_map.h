#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rgb_image.h"

namespace countersign {

struct EdgePixel {
  std::uint16_t x = 0;
  std::uint16_t y = 0;
  float angle = 0;     // of the gradient, in radians, from -pi to pi
  float strength = 0;  // of the gradient, in units of the Sobel operator
};

// The edges of a small picture, one pixel thin.
struct EdgeMap {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<EdgePixel> pixels;     // from the top, row by row
  std::vector<std::uint32_t> index;  // for each pixel of the picture: 1 + its place in pixels, or 0

  // Returns nullptr if there is no edge, or no such pixel. Here because it is called several
  // hundred thousand times for a picture.
  const EdgePixel* at(long x, long y) const {
    if (x < 0 || y < 0) return nullptr;
    const auto column = static_cast<std::size_t>(x);
    const auto line = static_cast<std::size_t>(y);
    if (column >= width || line >= height) return nullptr;
    // NOLINTNEXTLINE(readability-simplify-subscript-expr): operator[] would check each place.
    const std::uint32_t place = index.data()[line * width + column];  // in bounds: see above
    return place == 0 ? nullptr : pixels.data() + place - 1;
  }
};

// Red, green and blue of a small picture, one plane each.
using ColourPlanes = std::array<LumaImage, 3>;

// Shrinks the picture to at most so many pixels and keeps its shape. Each pixel is the mean of some
// of those it covers: borders survive that, fine print need not. REQUIRES: max_pixels > 0, and a
// picture with pixels.
ColourPlanes sampled_planes(const RgbImage& picture, std::size_t max_pixels);

// Finds the Sobel gradients of the softened planes. At each place the plane that changes most
// decides: a green card may lie on a grey table of the same brightness. Thins each edge to its
// steepest pixel (Canny 1986, without his hysteresis: a line is found by how many of its pixels
// agree, not by how they are connected). REQUIRES: planes of one size, with sides below 65536.
EdgeMap find_edges_of(const ColourPlanes& planes);

}  // namespace countersign
