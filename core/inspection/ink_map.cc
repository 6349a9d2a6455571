#include "core/inspection/ink_map.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace countersign {
namespace {

constexpr double kLeastPaper = 20;  // darker than that, nothing can be told from noise
constexpr double kFullInk = 320;    // ink that takes four fifths of the light is 255

// Sums over rectangles in constant time (Crow 1984).
class SummedArea {
 public:
  SummedArea(std::size_t width, std::size_t height)
      : stride_(width + 1), sums_(stride_ * (height + 1)) {}

  // In reading order, once for each pixel. Sums stay below 2^32 for 16 million pixels.
  void set(std::size_t x, std::size_t y, std::uint32_t value) {
    const std::size_t at = (y + 1) * stride_ + x + 1;
    sums_[at] = value + sums_[at - 1] + sums_[at - stride_] - sums_[at - stride_ - 1];
  }
  std::uint32_t over(std::size_t left,
                     std::size_t top,
                     std::size_t right,
                     std::size_t bottom) const {
    return sums_[bottom * stride_ + right] - sums_[top * stride_ + right] -
           sums_[bottom * stride_ + left] + sums_[top * stride_ + left];
  }

 private:
  std::size_t stride_;
  std::vector<std::uint32_t> sums_;
};

struct Window {
  std::size_t left, top, right, bottom;
};

Window window_at(const LumaImage& picture, std::size_t x, std::size_t y, std::size_t radius) {
  return {x > radius ? x - radius : 0,
          y > radius ? y - radius : 0,
          std::min(picture.width, x + radius + 1),
          std::min(picture.height, y + radius + 1)};
}

std::uint32_t sum_of(const SummedArea& sums, const Window& w) {
  return sums.over(w.left, w.top, w.right, w.bottom);
}

}  // namespace

LumaImage ink_map(const LumaImage& picture, std::size_t radius) {
  const std::size_t width = picture.width;
  const std::size_t height = picture.height;
  SummedArea all(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) all.set(x, y, picture.at(x, y));
  }
  SummedArea bright(width, height);
  SummedArea count(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const Window w = window_at(picture, x, y, radius);
      const auto pixels = static_cast<std::uint32_t>((w.right - w.left) * (w.bottom - w.top));
      const bool paper = picture.at(x, y) >= sum_of(all, w) / pixels;
      bright.set(x, y, paper ? picture.at(x, y) : 0);
      count.set(x, y, paper ? 1 : 0);
    }
  }
  LumaImage ink{width, height, std::vector<std::uint8_t>(width * height)};
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const Window w = window_at(picture, x, y, radius);
      const std::uint32_t n = sum_of(count, w);
      if (n == 0) continue;
      const double paper = static_cast<double>(sum_of(bright, w)) / n;
      const double dark = (paper - picture.at(x, y)) / std::max(kLeastPaper, paper) * kFullInk;
      ink.bytes[y * width + x] = static_cast<std::uint8_t>(std::clamp(dark, 0.0, 255.0));
    }
  }
  return ink;
}

}  // namespace countersign
