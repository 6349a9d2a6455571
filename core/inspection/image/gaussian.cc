#include "core/inspection/image/gaussian.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

std::vector<float> kernel_of(double sigma, std::size_t radius) {
  std::vector<double> weights;
  double sum = 0;
  for (std::size_t i = 0; i <= 2 * radius; ++i) {
    const double x = static_cast<double>(i) - static_cast<double>(radius);
    weights.push_back(std::exp(-x * x / (2 * sigma * sigma)));
    sum += weights.back();
  }
  std::vector<float> kernel;
  for (const double weight : weights) kernel.push_back(static_cast<float>(weight / sum));
  return kernel;
}

// Eight floats that are added and multiplied at once, and are found anywhere in memory.
using Eight = float __attribute__((vector_size(32)));
constexpr std::size_t kEight = 8;  // floats

inline __attribute__((always_inline)) void add(const float* in, float weight, Eight& sum) {
  Eight values;
  std::memcpy(&values, in, sizeof values);
  sum += weight * values;
}

// Adds up rows of `width` pixels, each with its weight, in their order.
inline __attribute__((always_inline)) void weigh(std::span<const float* const> rows,
                                                 const float* weights,
                                                 std::size_t width,
                                                 float* out) {
  constexpr std::size_t kBlock = 4 * kEight;  // pixels: four sums that wait for no other
  const float* const* row = rows.data();
  const std::size_t count = rows.size();
  std::size_t x = 0;
  for (; x + kBlock <= width; x += kBlock) {
    Eight a{};
    Eight b{};
    Eight c{};
    Eight d{};
    for (std::size_t i = 0; i < count; ++i) {
      add(row[i] + x, weights[i], a);
      add(row[i] + x + kEight, weights[i], b);
      add(row[i] + x + 2 * kEight, weights[i], c);
      add(row[i] + x + 3 * kEight, weights[i], d);
    }
    std::memcpy(out + x, &a, sizeof a);
    std::memcpy(out + x + kEight, &b, sizeof b);
    std::memcpy(out + x + 2 * kEight, &c, sizeof c);
    std::memcpy(out + x + 3 * kEight, &d, sizeof d);
  }
  for (; x < width; ++x) {
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += weights[i] * row[i][x];
    out[x] = sum;
  }
}

// Blurs the rows of a picture along x, one after the other. REQUIRES: a picture with pixels.
class BlurredRows {
 public:
  BlurredRows(const LumaImage& luma, const std::vector<float>& kernel)
      : luma_(luma), kernel_(kernel), extended_(luma.width + kernel.size() - 1) {
    for (std::size_t i = 0; i < kernel.size(); ++i) shifted_.push_back(extended_.data() + i);
  }

  void blur(std::size_t y, float* out) {
    const std::uint8_t* row = luma_.row(y);
    const std::size_t width = luma_.width;
    const std::size_t radius = kernel_.size() / 2;
    float* extended = extended_.data();
    std::fill_n(extended, radius, static_cast<float>(row[0]));
    std::copy(row, row + width, extended + radius);
    std::fill_n(extended + radius + width, radius, static_cast<float>(row[width - 1]));
    with_wide_vectors(
        [ rows = std::span<const float* const>(shifted_), weights = kernel_.data(), width, out ]()
            __attribute__((always_inline)) { weigh(rows, weights, width, out); });
  }

 private:
  const LumaImage& luma_;
  const std::vector<float>& kernel_;
  std::vector<float> extended_;  // a row whose ends are repeated
  std::vector<const float*> shifted_;
};

}  // namespace

std::vector<float> gaussian_blurred(const LumaImage& luma, double sigma, std::size_t radius) {
  const std::vector<float> kernel = kernel_of(sigma, radius);
  const std::size_t width = luma.width;
  const std::size_t height = luma.height;
  if (luma.bytes.empty()) return {};
  // The rows that the blur along y needs at a time: row y is at y modulo their number.
  const std::size_t taps = kernel.size();
  std::vector<float> along_x(taps * width);
  const auto blurred_row = [&](std::size_t y) { return along_x.data() + y % taps * width; };
  BlurredRows rows(luma, kernel);
  std::size_t blurred = 0;
  std::vector<const float*> around(taps);
  std::vector<float> result(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (; blurred < std::min(y + radius + 1, height); ++blurred) {
      rows.blur(blurred, blurred_row(blurred));
    }
    for (std::size_t i = 0; i < taps; ++i) {
      around[i] = blurred_row(std::clamp(y + i, radius, height - 1 + radius) - radius);
    }
    with_wide_vectors([
      rows = std::span<const float* const>(around),
      weights = kernel.data(),
      width,
      out = result.data() + y *
      width
    ]() __attribute__((always_inline)) { weigh(rows, weights, width, out); });
  }
  return result;
}

}  // namespace countersign
