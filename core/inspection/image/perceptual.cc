#include "core/inspection/image/perceptual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::size_t kSide = 64;         // of the small picture that is transformed
constexpr std::size_t kFrequencies = 16;  // in each direction

using Small = std::array<double, kSide * kSide>;
using Spectrum = std::array<double, kFrequencies * kFrequencies>;

// Each pixel is the mean brightness of its part of the picture, whatever the picture's shape.
Small shrunk_to_square(const RgbImage& picture) {
  std::array<std::uint64_t, kSide * kSide> sums{};
  std::array<std::uint64_t, kSide * kSide> counts{};
  std::vector<std::size_t> cell_of_column(picture.width);
  for (std::uint32_t x = 0; x < picture.width; ++x) {
    cell_of_column[x] = std::size_t{x} * kSide / picture.width;
  }
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    const std::uint8_t* pixel = picture.row(y);
    const std::size_t first = std::size_t{y} * kSide / picture.height * kSide;
    for (std::uint32_t x = 0; x < picture.width; ++x, pixel += 3) {
      const std::size_t cell = first + cell_of_column[x];
      // Rec. 601, in 1/256.
      sums[cell] += 77U * pixel[0] + 150U * pixel[1] + 29U * pixel[2];
      ++counts[cell];
    }
  }
  Small small{};
  for (std::size_t i = 0; i < small.size(); ++i) {
    // A picture with fewer pixels leaves cells empty: they take the value of the cell before.
    small[i] = counts[i] > 0 ? static_cast<double>(sums[i]) / static_cast<double>(counts[i])
                             : (i > 0 ? small[i - 1] : 0);
  }
  return small;
}

// The DCT-II waves of frequencies 1 to 16.
std::array<double, kFrequencies * kSide> waves() {
  std::array<double, kFrequencies * kSide> waves{};
  for (std::size_t u = 0; u < kFrequencies; ++u) {
    for (std::size_t x = 0; x < kSide; ++x) {
      waves[u * kSide + x] =
          std::cos(std::numbers::pi * static_cast<double>((2 * x + 1) * (u + 1)) / (2.0 * kSide));
    }
  }
  return waves;
}

Spectrum transformed(const Small& small) {
  static const auto table = waves();
  std::array<double, kSide * kFrequencies> rows{};
  for (std::size_t y = 0; y < kSide; ++y) {
    for (std::size_t u = 0; u < kFrequencies; ++u) {
      double sum = 0;
      for (std::size_t x = 0; x < kSide; ++x) sum += small[y * kSide + x] * table[u * kSide + x];
      rows[y * kFrequencies + u] = sum;
    }
  }
  Spectrum spectrum{};
  for (std::size_t v = 0; v < kFrequencies; ++v) {
    for (std::size_t u = 0; u < kFrequencies; ++u) {
      double sum = 0;
      for (std::size_t y = 0; y < kSide; ++y) {
        sum += rows[y * kFrequencies + u] * table[v * kSide + y];
      }
      spectrum[v * kFrequencies + u] = sum;
    }
  }
  return spectrum;
}

}  // namespace

PerceptualHash perceptual_hash(const RgbImage& picture) {
  check(picture.width > 0 && picture.height > 0,
        "the width and height of a hashed picture are above 0");
  const Spectrum spectrum = transformed(shrunk_to_square(picture));
  Spectrum sorted = spectrum;
  auto* const middle = sorted.begin() + sorted.size() / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  Digest bits{};
  for (std::size_t i = 0; i < spectrum.size(); ++i) {
    if (spectrum[i] >= *middle) bits[i / 8] |= static_cast<std::uint8_t>(0x80U >> (i % 8));
  }
  return PerceptualHash(bits);
}

}  // namespace countersign
