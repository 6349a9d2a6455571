// The loops over all pixels of a picture, compared with what they compute, written plainly.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/inspection/image/bilinear_row.h"
#include "core/inspection/image/gaussian.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/perceptual.h"
#include "core/inspection/image/wide_vectors.h"
#include "core/inspection/measure/ink_map.h"
#include "tests/drawing/dice.h"

namespace countersign::pixel_loops_test {

using drawing::Dice;
using Sides = std::pair<std::size_t, std::size_t>;

LumaImage random_luma(std::size_t width, std::size_t height) {
  Dice dice(width * 1000 + height);
  LumaImage image{width, height, std::vector<std::uint8_t>(width * height)};
  for (std::uint8_t& value : image.bytes) value = static_cast<std::uint8_t>(dice.below(256));
  return image;
}

// The mean of the area from (left, top) to (right, bottom), in pixels and parts of them.
double mean_over(const LumaImage& image, double left, double top, double right, double bottom) {
  const auto share = [](std::size_t at, double from, double to) {
    const auto pixel = static_cast<double>(at);
    return std::max(0.0, std::min(pixel + 1, to) - std::max(pixel, from));
  };
  double sum = 0;
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; ++x) {
      sum += image.at(x, y) * share(x, left, right) * share(y, top, bottom);
    }
  }
  return sum / ((right - left) * (bottom - top));
}

TEST_CASE("every pixel of a shrunk picture is the mean of the area that it covers") {
  // Few columns for each pixel, and many.
  for (const auto& [pixels, to] : {std::pair<Sides, std::size_t>{{61, 47}, 1900},
                                   {{61, 47}, 700},
                                   {{64, 48}, 192},
                                   {{97, 33}, 40},
                                   {{200, 3}, 9}}) {
    const LumaImage image = random_luma(pixels.first, pixels.second);
    const LumaImage small = shrunk(image, to);
    REQUIRE(small.width < image.width);
    const double step_x = static_cast<double>(image.width) / static_cast<double>(small.width);
    const double step_y = static_cast<double>(image.height) / static_cast<double>(small.height);
    for (std::size_t y = 0; y < small.height; ++y) {
      for (std::size_t x = 0; x < small.width; ++x) {
        const double left = static_cast<double>(x) * step_x;
        const double top = static_cast<double>(y) * step_y;
        const double mean = mean_over(image, left, top, left + step_x, top + step_y);
        REQUIRE(std::abs(small.at(x, y) - mean) < 0.51);
      }
    }
  }
}

TEST_CASE("a blurred pixel is the weighted mean of those around it, beyond the border its last") {
  for (const auto& [width, height] : {Sides{1, 1}, {3, 40}, {40, 3}, {33, 35}, {71, 9}}) {
    const LumaImage image = random_luma(width, height);
    const std::vector<float> blurred = gaussian_blurred(image, 1.5, 4);
    REQUIRE(blurred.size() == width * height);
    const auto rows = static_cast<long>(height);
    const auto columns = static_cast<long>(width);
    const auto at = [&](long x, long y) {
      return static_cast<double>(image.at(static_cast<std::size_t>(std::clamp(x, 0L, columns - 1)),
                                          static_cast<std::size_t>(std::clamp(y, 0L, rows - 1))));
    };
    for (long y = 0; y < rows; ++y) {
      for (long x = 0; x < columns; ++x) {
        double sum = 0;
        double weights = 0;
        for (long dy = -4; dy <= 4; ++dy) {
          for (long dx = -4; dx <= 4; ++dx) {
            const double weight =
                std::exp(-static_cast<double>(dx * dx + dy * dy) / (2 * 1.5 * 1.5));
            weights += weight;
            sum += weight * at(x + dx, y + dy);
          }
        }
        const float found = blurred[static_cast<std::size_t>(y * columns + x)];
        REQUIRE(std::abs(double{found} - sum / weights) < 0.01);
      }
    }
  }
  CHECK(gaussian_blurred({}, 1, 3).empty());
}

struct Window {
  const LumaImage& image;
  std::size_t left, top, right, bottom;

  Window(const LumaImage& of, std::size_t x, std::size_t y, std::size_t radius)
      : image(of),
        left(x > radius ? x - radius : 0),
        top(y > radius ? y - radius : 0),
        right(std::min(of.width, x + radius + 1)),
        bottom(std::min(of.height, y + radius + 1)) {}

  template <class Wanted>
  std::pair<std::uint64_t, std::uint64_t> sum_and_count(const Wanted& wanted) const {
    std::uint64_t sum = 0;
    std::uint64_t count = 0;
    for (std::size_t y = top; y < bottom; ++y) {
      for (std::size_t x = left; x < right; ++x) {
        if (!wanted(x, y)) continue;
        sum += image.at(x, y);
        ++count;
      }
    }
    return {sum, count};
  }
};

bool is_paper(const LumaImage& image, std::size_t x, std::size_t y, std::size_t radius) {
  const auto [sum, count] =
      Window(image, x, y, radius).sum_and_count([](std::size_t, std::size_t) { return true; });
  return image.at(x, y) >= sum / count;
}

TEST_CASE("ink is darker than the mean of the paper around it, up to the picture's border") {
  for (const auto& [width, height] : {Sides{1, 1}, {2, 30}, {30, 2}, {37, 23}}) {
    for (const std::size_t radius : {1U, 3U, 40U}) {
      const LumaImage image = random_luma(width, height);
      const LumaImage ink = ink_map(image, radius);
      REQUIRE(ink.bytes.size() == image.bytes.size());
      for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
          const auto [sum, count] =
              Window(image, x, y, radius).sum_and_count([&](std::size_t px, std::size_t py) {
                return is_paper(image, px, py, radius);
              });
          const double paper =
              count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
          const double dark = (paper - image.at(x, y)) / std::max(20.0, paper) * 320;
          const double expected = count == 0 ? 0 : std::clamp(dark, 0.0, 255.0);
          REQUIRE(ink.at(x, y) == static_cast<int>(expected));
        }
      }
    }
  }
  CHECK(ink_map({}, 3).bytes.empty());
}

TEST_CASE("a place between pixels is interpolated, and one beyond the picture moved into it") {
  const LumaImage image{2, 2, {0, 100, 200, 40}};
  const std::vector<PicturePoint> places = {
      {0.5, 0.5}, {1, 0.5}, {0.5, 1}, {1, 1}, {-9, -9}, {9, -9}, {-9, 9}, {0.75, 0.5}, {0.5, 1.25}};
  const std::vector<int> expected = {0, 50, 100, 85, 0, 100, 200, 25, 150};
  BilinearRow row(places.size(), image.width, image.height, 1);
  row.set([points = places.data()](int i) __attribute__((always_inline)) { return points[i]; });
  for (std::size_t i = 0; i < places.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(row.at(i, image.bytes.data()) - expected[i]) <= 1);
  }
}

TEST_CASE("the hash of a picture is that of its parts' means, however many rows a part has") {
  Dice dice(5);
  RgbImage small(64, 64);
  for (std::uint8_t& value : small.bytes) {
    value = dice.below(2) == 0 ? 255 : static_cast<std::uint8_t>(dice.below(256));
  }
  // 600 rows of white add up to more than 16 bits.
  constexpr std::uint32_t kRows = 600;
  RgbImage high(64, 64 * kRows);
  for (std::uint32_t y = 0; y < high.height; ++y) {
    std::copy_n(small.row(y / kRows), std::size_t{64} * 3, high.row(y));
  }
  CHECK(perceptual_hash(high) == perceptual_hash(small));
}

TEST_CASE("wide vectors give the same result as narrow ones, and each is written") {
  Dice dice(1);
  std::vector<float> values(1003);
  for (float& value : values) value = static_cast<float>(dice.between(-1, 1));
  std::vector<float> wide(1000);
  std::vector<float> narrow(1000);
  const auto work = [in = values.data()](float* out) __attribute__((always_inline)) {
    for (std::size_t i = 0; i < 1000; ++i) {
      out[i] = std::sqrt(std::abs(in[i] * 0.3F + in[i + 1] * 0.7F + in[i + 3] / 3));
    }
  };
  with_wide_vectors([ work, out = wide.data() ]() __attribute__((always_inline)) { work(out); });
  work(narrow.data());
  CHECK(wide == narrow);
}

}  // namespace countersign::pixel_loops_test
