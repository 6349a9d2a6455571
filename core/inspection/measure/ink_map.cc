#include "core/inspection/measure/ink_map.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

constexpr double kLeastPaper = 20;  // on paper below this luma, of 255, ink is lost in noise
constexpr double kFullInk = 320;    // ink that absorbs four fifths of the light is 255

// Sums over the square windows around each pixel of a row, in constant time (Crow 1984). A window
// ends at the picture's border: there, the sums of a row are repeated by the radius, so that no
// window has to be cut. The functions check no arguments: they are called for each pixel.
class WindowSums {
 public:
  WindowSums(const LumaImage& picture, std::size_t radius)
      : width_(picture.width),
        height_(picture.height),
        radius_(radius),
        stride_(width_ + 1 + 2 * radius),
        sums_(stride_ * (height_ + 1)) {}

  // The upper and the lower sums of the windows around row y. The window of pixel x is between x
  // and x + 2 * radius + 1.
  struct Row {
    const std::uint32_t* upper;
    const std::uint32_t* lower;
    std::size_t right;

    __attribute__((always_inline)) std::uint32_t at(std::size_t x) const {
      return lower[x + right] - upper[x + right] - lower[x] + upper[x];
    }
  };
  Row row(std::size_t y) const {
    return {sums_.data() + first_line(y) * stride_,
            sums_.data() + end_line(y) * stride_,
            2 * radius_ + 1};
  }
  // The lines that the windows around row y cover.
  std::uint32_t lines(std::size_t y) const {
    return static_cast<std::uint32_t>(end_line(y) - first_line(y));
  }

  // Called for each row in order. Sums stay below 2^32 for 16 million pixels.
  void add(std::size_t y, const std::uint8_t* values) {
    std::uint32_t* below = sums_.data() + (y + 1) * stride_ + radius_ + 1;
    const std::uint32_t* above = below - stride_;
    std::uint32_t sum = 0;
    for (std::size_t x = 0; x < width_; ++x) {
      sum += values[x];
      below[x] = above[x] + sum;
    }
    std::fill_n(below + width_, radius_, below[width_ - 1]);
  }

 private:
  std::size_t first_line(std::size_t y) const { return y > radius_ ? y - radius_ : 0; }
  std::size_t end_line(std::size_t y) const { return std::min(height_, y + radius_ + 1); }

  std::size_t width_;
  std::size_t height_;
  std::size_t radius_;
  std::size_t stride_;
  std::vector<std::uint32_t> sums_;
};

// How many columns the window of each pixel of a row covers.
std::vector<std::uint32_t> columns_of(std::size_t width, std::size_t radius) {
  std::vector<std::uint32_t> columns(width);
  for (std::size_t x = 0; x < width; ++x) {
    const std::size_t left = x > radius ? x - radius : 0;
    columns[x] = static_cast<std::uint32_t>(std::min(width, x + radius + 1) - left);
  }
  return columns;
}

// Marks the pixels that are at least as bright as the mean of their windows: paper.
void mark_paper(const std::uint8_t* row,
                const WindowSums::Row& sums,
                const std::vector<std::uint32_t>& columns,
                std::uint32_t lines,
                std::vector<std::uint8_t>& paper) {
  with_wide_vectors([ =, covered = columns.data(), width = paper.size(), out = paper.data() ]()
                        __attribute__((always_inline)) {
                          for (std::size_t x = 0; x < width; ++x) {
                            // The mean, rounded down, is at most the pixel.
                            const std::uint32_t pixels = covered[x] * lines;
                            out[x] = sums.at(x) < (row[x] + 1U) * pixels ? 1 : 0;
                          }
                        });
}

// Writes how much darker each pixel is than the mean of the paper in its window.
void write_ink(const std::uint8_t* row,
               const WindowSums::Row& bright,
               const WindowSums::Row& count,
               std::size_t width,
               std::uint8_t* out) {
  with_wide_vectors([=]() __attribute__((always_inline)) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto pixels = static_cast<std::int32_t>(count.at(x));
      const double sum = static_cast<std::int32_t>(bright.at(x));
      const double paper = sum / (pixels == 0 ? 1 : pixels);
      const double dark = (paper - row[x]) / (paper < kLeastPaper ? kLeastPaper : paper) * kFullInk;
      const double above = dark < 0 ? 0 : dark;
      const auto level = static_cast<std::int32_t>(above < 255 ? above : 255);
      out[x] = static_cast<std::uint8_t>(pixels == 0 ? 0 : level);
    }
  });
}

}  // namespace

LumaImage ink_map(const LumaImage& picture, std::size_t radius) {
  const std::size_t width = picture.width;
  const std::size_t height = picture.height;
  LumaImage ink{width, height, std::vector<std::uint8_t>(width * height)};
  if (ink.bytes.empty()) return ink;
  WindowSums all(picture, radius);
  for (std::size_t y = 0; y < height; ++y) all.add(y, picture.row(y));
  WindowSums bright(picture, radius);
  WindowSums count(picture, radius);
  const std::vector<std::uint32_t> columns = columns_of(width, radius);
  std::vector<std::uint8_t> paper(width);
  std::vector<std::uint8_t> light(width);
  for (std::size_t y = 0; y < height; ++y) {
    mark_paper(picture.row(y), all.row(y), columns, all.lines(y), paper);
    std::transform(
        paper.begin(), paper.end(), picture.row(y), light.begin(), [](auto is, auto luma) {
          return static_cast<std::uint8_t>(is * luma);
        });
    bright.add(y, light.data());
    count.add(y, paper.data());
  }
  for (std::size_t y = 0; y < height; ++y) {
    write_ink(picture.row(y), bright.row(y), count.row(y), width, ink.bytes.data() + y * width);
  }
  return ink;
}

}  // namespace countersign
