#include "core/inspection/image/rectify.h"

#include <algorithm>

#include "core/check.h"
#include "core/inspection/image/bilinear_row.h"

namespace countersign {
namespace {

constexpr std::uint8_t kGrey = 128;  // the middle of 255: beyond the picture nothing is known

// Calls paint(y, places) for every row of the flat document.
template <class Picture, class Paint>
void for_each_row(const Picture& picture,
                  const Quadrilateral& corners,
                  std::size_t width,
                  std::size_t height,
                  std::size_t channels,
                  Paint paint) {
  check(width > 0 && height > 0, "the width and height of a flat document are above 0");
  check(picture.width > 1 && picture.height > 1,
        "the width and height of a picture with a document are above 1 pixel");
  const auto found = Homography::between(
      rectangle(static_cast<double>(width), static_cast<double>(height)), corners);
  if (!found) return;
  const Homography onto_picture = *found;
  BilinearRow places(width, picture.width, picture.height, channels);
  for (std::size_t y = 0; y < height; ++y) {
    const double middle = static_cast<double>(y) + 0.5;
    places.set([=](int x) __attribute__((always_inline)) { return onto_picture(x + 0.5, middle); });
    paint(y, places);
  }
}

}  // namespace

LumaImage rectified(const LumaImage& picture,
                    const Quadrilateral& corners,
                    std::size_t width,
                    std::size_t height) {
  LumaImage flat{width, height, std::vector<std::uint8_t>(width * height, kGrey)};
  for_each_row(picture, corners, width, height, 1, [&](std::size_t y, const BilinearRow& places) {
    std::uint8_t* const out = flat.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      out[x] = places.at(x, picture.bytes.data());
    }
  });
  return flat;
}

RgbImage rectified(const RgbImage& picture,
                   const Quadrilateral& corners,
                   std::uint32_t width,
                   std::uint32_t height) {
  constexpr std::size_t kChannels = 3;  // red, green and blue
  RgbImage flat(width, height);
  std::fill(flat.bytes.begin(), flat.bytes.end(), kGrey);
  for_each_row(
      picture, corners, width, height, kChannels, [&](std::size_t y, const BilinearRow& places) {
        std::uint8_t* const out = flat.bytes.data() + y * width * kChannels;
        for (std::size_t i = 0; i < width * kChannels; ++i) {
          out[i] = places.at(i / kChannels, picture.bytes.data() + i % kChannels);
        }
      });
  return flat;
}

std::optional<LumaImage> rectified_with_frame(const LumaImage& picture,
                                              const Quadrilateral& corners,
                                              const FramedDocument& framed) {
  const auto onto_picture =
      Homography::between(rectangle(framed.width_mm, framed.height_mm), corners);
  if (!onto_picture) return std::nullopt;
  const double around = framed.around_mm;
  const double right = framed.width_mm + around;
  const double bottom = framed.height_mm + around;
  const Quadrilateral frame = {(*onto_picture)(-around, -around),
                               (*onto_picture)(right, -around),
                               (*onto_picture)(right, bottom),
                               (*onto_picture)(-around, bottom)};
  return rectified(picture,
                   frame,
                   static_cast<std::size_t>((right + around) * framed.px_per_mm),
                   static_cast<std::size_t>((bottom + around) * framed.px_per_mm));
}

}  // namespace countersign
