#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/wide_vectors.h"

namespace countersign {

// Places between the pixels of a picture, for one row of another that is interpolated from it.
// Where they are is computed for many at a time. REQUIRES: the picture is more than one pixel wide
// and high, and has less than 2^31 bytes.
class BilinearRow {
 public:
  // `step` is the number of bytes per pixel.
  BilinearRow(std::size_t places, std::size_t width, std::size_t height, std::size_t step)
      : most_x_(static_cast<double>(width) - 1.001),
        most_y_(static_cast<double>(height) - 1.001),
        step_(step),
        stride_(width * step),
        offsets_(places),
        right_(places),
        below_(places) {}

  // Sets every place i to place_of(i), moved into the picture; the middle of its first pixel is
  // (0.5, 0.5). The call operator is as wide_vectors.h asks.
  template <class PlaceOf>
  void set(PlaceOf place_of) {
    std::int32_t* __restrict offsets = offsets_.data();
    std::int32_t* __restrict right = right_.data();
    std::int32_t* __restrict below = below_.data();
    const auto count = static_cast<int>(offsets_.size());
    const double most_x = most_x_;
    const double most_y = most_y_;
    const auto step = static_cast<std::int32_t>(step_);
    const auto stride = static_cast<std::int32_t>(stride_);
    with_wide_vectors([=]() __attribute__((always_inline)) {
      for (int i = 0; i < count; ++i) {
        const PicturePoint at = place_of(i);
        const double x = clamped(at.x - 0.5, most_x);
        const double y = clamped(at.y - 0.5, most_y);
        const auto column = static_cast<std::int32_t>(x);
        const auto line = static_cast<std::int32_t>(y);
        offsets[i] = line * stride + column * step;
        right[i] = static_cast<std::int32_t>((x - column) * 256);
        below[i] = static_cast<std::int32_t>((y - line) * 256);
      }
    });
  }

  // Interpolates one channel at place i.
  std::uint8_t at(std::size_t i, const std::uint8_t* channel) const {
    // Pointers, because operator[] of a vector would check each place.
    const std::int32_t* rights = right_.data();
    const std::int32_t* belows = below_.data();
    const std::int32_t* offsets = offsets_.data();
    const std::int32_t right = rights[i];
    const std::int32_t below = belows[i];
    const std::uint8_t* upper = channel + offsets[i];
    const std::uint8_t* lower = upper + stride_;
    // The sum of the four weights is 65536.
    const int over = upper[0] * (256 - right) + upper[step_] * right;
    const int under = lower[0] * (256 - right) + lower[step_] * right;
    return static_cast<std::uint8_t>((over * (256 - below) + under * below + 32768) >> 16);
  }

 private:
  static __attribute__((always_inline)) double clamped(double value, double most) {
    const double above = value < 0 ? 0 : value;
    return above < most ? above : most;
  }

  double most_x_;
  double most_y_;
  std::size_t step_;
  std::size_t stride_;
  // The upper left one of the four pixels around each place.
  std::vector<std::int32_t> offsets_;
  // The weights of the right and of the lower ones, in 1/256.
  std::vector<std::int32_t> right_;
  std::vector<std::int32_t> below_;
};

}  // namespace countersign
