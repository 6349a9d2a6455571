#include "core/inspection/image/rectify.h"

#include <algorithm>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::uint8_t kGrey = 128;

// The four pixels around a place, and the weights of the right and of the lower ones, in 1/256.
struct Between {
  std::size_t column = 0;
  std::size_t line = 0;
  unsigned right = 0;
  unsigned below = 0;

  Between(const PicturePoint& at, std::size_t width, std::size_t height) {
    const double x = std::clamp(at.x - 0.5, 0.0, static_cast<double>(width) - 1.001);
    const double y = std::clamp(at.y - 0.5, 0.0, static_cast<double>(height) - 1.001);
    column = static_cast<std::size_t>(x);
    line = static_cast<std::size_t>(y);
    right = static_cast<unsigned>((x - static_cast<double>(column)) * 256);
    below = static_cast<unsigned>((y - static_cast<double>(line)) * 256);
  }
  // Interpolates one channel, with `step` bytes per pixel; the sum of the four weights is 65536.
  std::uint8_t of(const std::uint8_t* upper, const std::uint8_t* lower, std::size_t step) const {
    const unsigned top = upper[0] * (256 - right) + upper[step] * right;
    const unsigned bottom = lower[0] * (256 - right) + lower[step] * right;
    return static_cast<std::uint8_t>((top * (256 - below) + bottom * below + 32768) >> 16);
  }
};

// Calls paint(x, y, between) for every pixel of the flat document.
template <class Picture, class Paint>
void for_each_pixel(const Picture& picture,
                    const Quadrilateral& corners,
                    std::size_t width,
                    std::size_t height,
                    Paint paint) {
  check(width > 0 && height > 0, "the width and height of a flat document are above 0");
  check(picture.width > 1 && picture.height > 1,
        "the width and height of a picture with a document are above 1 pixel");
  const auto onto_picture = Homography::between(
      rectangle(static_cast<double>(width), static_cast<double>(height)), corners);
  if (!onto_picture) return;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const PicturePoint at =
          (*onto_picture)(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
      paint(x, y, Between(at, picture.width, picture.height));
    }
  }
}

}  // namespace

LumaImage rectified(const LumaImage& picture,
                    const Quadrilateral& corners,
                    std::size_t width,
                    std::size_t height) {
  LumaImage flat{width, height, std::vector<std::uint8_t>(width * height, kGrey)};
  for_each_pixel(
      picture, corners, width, height, [&](std::size_t x, std::size_t y, const Between& between) {
        flat.bytes[y * width + x] = between.of(picture.row(between.line) + between.column,
                                               picture.row(between.line + 1) + between.column,
                                               1);
      });
  return flat;
}

RgbImage rectified(const RgbImage& picture,
                   const Quadrilateral& corners,
                   std::uint32_t width,
                   std::uint32_t height) {
  constexpr std::size_t kChannels = 3;
  RgbImage flat(width, height);
  std::fill(flat.bytes.begin(), flat.bytes.end(), kGrey);
  for_each_pixel(
      picture, corners, width, height, [&](std::size_t x, std::size_t y, const Between& between) {
        const auto line = static_cast<std::uint32_t>(between.line);
        const std::uint8_t* const upper = picture.row(line) + between.column * kChannels;
        const std::uint8_t* const lower = picture.row(line + 1) + between.column * kChannels;
        std::uint8_t* const out = flat.bytes.data() + (y * width + x) * kChannels;
        for (std::size_t channel = 0; channel < kChannels; ++channel) {
          out[channel] = between.of(upper + channel, lower + channel, kChannels);
        }
      });
  return flat;
}

}  // namespace countersign
