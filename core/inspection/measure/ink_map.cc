#include "core/inspection/measure/ink_map.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace countersign {
namespace {

constexpr double kLeastPaper = 20;  // on paper below this luma, ink is lost in noise
constexpr double kFullInk = 320;    // ink that absorbs four fifths of the light is 255

// Sums over rectangles in constant time (Crow 1984). Neither function checks its arguments: they
// are called several times for each pixel. REQUIRES: x < width, y < height; left <= right <= width,
// top <= bottom <= height.
class SummedArea {
 public:
  SummedArea(std::size_t width, std::size_t height)
      : stride_(width + 1), sums_(stride_ * (height + 1)) {}

  // Called in reading order, once for each pixel. Sums stay below 2^32 for 16 million pixels.
  void set(std::size_t x, std::size_t y, std::uint32_t value) {
    std::uint32_t* below = sums_.data() + (y + 1) * stride_ + x;
    const std::uint32_t* above = below - stride_;
    below[1] = value + below[0] + above[1] - above[0];
  }
  std::uint32_t over(std::size_t left,
                     std::size_t top,
                     std::size_t right,
                     std::size_t bottom) const {
    const std::uint32_t* upper = sums_.data() + top * stride_;
    const std::uint32_t* lower = sums_.data() + bottom * stride_;
    return lower[right] - upper[right] - lower[left] + upper[left];
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
    const std::uint8_t* row = picture.row(y);
    for (std::size_t x = 0; x < width; ++x) all.set(x, y, row[x]);
  }
  SummedArea bright(width, height);
  SummedArea count(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* row = picture.row(y);
    for (std::size_t x = 0; x < width; ++x) {
      const Window w = window_at(picture, x, y, radius);
      const auto pixels = static_cast<std::uint32_t>((w.right - w.left) * (w.bottom - w.top));
      // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a window has at least its own pixel.
      const bool paper = row[x] >= sum_of(all, w) / pixels;
      bright.set(x, y, paper ? row[x] : 0);
      count.set(x, y, paper ? 1 : 0);
    }
  }
  LumaImage ink{width, height, std::vector<std::uint8_t>(width * height)};
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* row = picture.row(y);
    std::uint8_t* out = ink.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      const Window w = window_at(picture, x, y, radius);
      const std::uint32_t n = sum_of(count, w);
      if (n == 0) continue;
      const double paper = static_cast<double>(sum_of(bright, w)) / n;
      const double dark = (paper - row[x]) / std::max(kLeastPaper, paper) * kFullInk;
      out[x] = static_cast<std::uint8_t>(std::clamp(dark, 0.0, 255.0));
    }
  }
  return ink;
}

}  // namespace countersign
