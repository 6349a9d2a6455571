#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// The brightness of a picture: rows from the top, one byte a pixel.
struct LumaImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> bytes;

  const std::uint8_t* row(std::size_t y) const { return bytes.data() + y * width; }
  std::uint8_t at(std::size_t x, std::size_t y) const { return bytes[y * width + x]; }
};

// The picture at the size at which it is judged: as it is, or shrunk evenly,
// every pixel the mean of the area it covers, to have at most `max_pixels`.
// It is never enlarged. REQUIRES: max_pixels > 0, and a picture with pixels.
LumaImage shrunk_luma(const RgbImage& image, std::size_t max_pixels);
LumaImage shrunk(const LumaImage& image, std::size_t max_pixels);

// The largest luma that at most `share` of the pixels lie below.
int luma_percentile(const LumaImage& luma, double share);

}  // namespace countersign
