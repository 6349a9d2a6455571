#include "core/inspection/rectify.h"

#include <algorithm>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::uint8_t kGrey = 128;

// In 1/256 of a pixel; the sum of the four weights is 65536.
std::uint8_t interpolated(const LumaImage& picture, const PicturePoint& at) {
  const double x = std::clamp(at.x - 0.5, 0.0, static_cast<double>(picture.width) - 1.001);
  const double y = std::clamp(at.y - 0.5, 0.0, static_cast<double>(picture.height) - 1.001);
  const auto column = static_cast<std::size_t>(x);
  const auto line = static_cast<std::size_t>(y);
  const auto right = static_cast<unsigned>((x - static_cast<double>(column)) * 256);
  const auto below = static_cast<unsigned>((y - static_cast<double>(line)) * 256);
  const std::uint8_t* upper = picture.row(line) + column;
  const std::uint8_t* lower = picture.row(line + 1) + column;
  const unsigned top = upper[0] * (256 - right) + upper[1] * right;
  const unsigned bottom = lower[0] * (256 - right) + lower[1] * right;
  return static_cast<std::uint8_t>((top * (256 - below) + bottom * below + 32768) >> 16);
}

}  // namespace

LumaImage rectified(const LumaImage& picture,
                    const Quadrilateral& corners,
                    std::size_t width,
                    std::size_t height) {
  check(width > 0 && height > 0, "a document without a size");
  check(picture.width > 1 && picture.height > 1, "a picture without an inside");
  LumaImage flat{width, height, std::vector<std::uint8_t>(width * height, kGrey)};
  const auto onto_picture = Homography::between(
      rectangle(static_cast<double>(width), static_cast<double>(height)), corners);
  if (!onto_picture) return flat;
  for (std::size_t y = 0; y < height; ++y) {
    std::uint8_t* out = flat.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      out[x] = interpolated(
          picture, (*onto_picture)(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5));
    }
  }
  return flat;
}

}  // namespace countersign
