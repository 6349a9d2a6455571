#pragma once
#include <cstdint>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// A picture that is judged: the size that its file states, and its pixels, which are fewer if the
// file was decoded at a smaller scale (decode.h). Every place in a picture, and its pixels per
// millimetre, are in pixels of the file's size. A view: the pixels have to outlive it.
struct Picture {
  std::uint32_t width;
  std::uint32_t height;
  const RgbImage& pixels;

  // Not explicit: pixels that come from no file are a picture of their own size.
  Picture(const RgbImage& drawn) : Picture(drawn.width, drawn.height, drawn) {}
  Picture(std::uint32_t file_width, std::uint32_t file_height, const RgbImage& decoded)
      : width(file_width), height(file_height), pixels(decoded) {}
};

}  // namespace countersign
