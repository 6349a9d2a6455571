#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// The brightness of a picture: rows from the top, one byte per pixel.
struct LumaImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> bytes;

  const std::uint8_t* row(std::size_t y) const { return bytes.data() + y * width; }
  std::uint8_t at(std::size_t x, std::size_t y) const { return bytes[y * width + x]; }
};

// Returns the picture at the size at which it is judged: unchanged, or shrunk evenly to at most
// `max_pixels`, every pixel the mean of the area it covers. Never enlarges it. REQUIRES: a picture
// with pixels, and max_pixels > 0.
LumaImage shrunk_luma(const RgbImage& image, std::size_t max_pixels);
LumaImage shrunk(const LumaImage& image, std::size_t max_pixels);

// Returns the largest luma below which at most `share` of the pixels lie.
int luma_percentile(const LumaImage& luma, double share);

}  // namespace countersign
