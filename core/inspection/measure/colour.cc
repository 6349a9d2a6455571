#include "core/inspection/measure/colour.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace countersign {

double chroma_of(const RgbImage& picture) {
  // A share of the pixels: the rest may be a seal or a finger.
  constexpr double kShare = 0.95;
  std::vector<double> chroma;
  chroma.reserve(picture.bytes.size() / 3);
  for (std::size_t i = 0; i + 2 < picture.bytes.size(); i += 3) {
    const double red = picture.bytes[i];
    const double green = picture.bytes[i + 1];
    const double blue = picture.bytes[i + 2];
    const double cb = -0.168736 * red - 0.331264 * green + 0.5 * blue;
    const double cr = 0.5 * red - 0.418688 * green - 0.081312 * blue;
    chroma.push_back(std::hypot(cb, cr));
  }
  const auto at = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(chroma.size() - 1));
  std::ranges::nth_element(chroma, chroma.begin() + at);
  return chroma[static_cast<std::size_t>(at)];
}

double plain_rows_share(const RgbImage& picture) {
  // In steps of a channel: what JPEG leaves of a surface of one colour.
  constexpr int kMostOff = 3;
  std::size_t plain = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    const std::uint8_t* row = picture.row(y);
    const std::size_t bytes = std::size_t{picture.width} * 3;
    std::size_t i = 3;
    while (i < bytes && std::abs(row[i] - row[i % 3]) <= kMostOff) ++i;
    plain += i == bytes ? 1 : 0;
  }
  return static_cast<double>(plain) / picture.height;
}

}  // namespace countersign
