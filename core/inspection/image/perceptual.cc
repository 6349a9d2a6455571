#include "core/inspection/image/perceptual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/check.h"
#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

constexpr std::size_t kSide = 64;         // of the small picture that is transformed
constexpr std::size_t kFrequencies = 16;  // in each direction

using Small = std::array<double, kSide * kSide>;
using Spectrum = std::array<double, kFrequencies * kFrequencies>;

// Rec. 601, in 1/256.
constexpr std::array<std::uint64_t, 3> kWeights = {77, 150, 29};

// The sums of the columns of a few rows, for each channel.
class ColumnSums {
 public:
  explicit ColumnSums(std::uint32_t width) : sums_(std::size_t{width} * 3) {}

  void add(const std::uint8_t* __restrict row) {
    std::uint16_t* __restrict sums = sums_.data();
    const std::size_t count = sums_.size();
    with_wide_vectors([=]() __attribute__((always_inline)) {
      for (std::size_t i = 0; i < count; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + row[i]);
    });
    ++rows_;
  }
  // 257 rows of white still fit.
  bool full() const { return rows_ == 0xFFFF / 0xFF; }

  // Adds the brightness of each column to its cell, and sets the columns to 0.
  void move_to(std::uint64_t* cells) {
    const std::size_t width = sums_.size() / 3;
    const std::uint16_t* column = sums_.data();
    for (std::size_t x = 0; x < width; ++x, column += 3) {
      cells[x * kSide / width] +=
          kWeights[0] * column[0] + kWeights[1] * column[1] + kWeights[2] * column[2];
    }
    std::ranges::fill(sums_, std::uint16_t{0});
    rows_ = 0;
  }

 private:
  std::vector<std::uint16_t> sums_;
  std::size_t rows_ = 0;
};

// How many of `length` pixels fall into each cell.
std::array<std::uint64_t, kSide> lengths_of(std::uint32_t length) {
  std::array<std::uint64_t, kSide> lengths{};
  for (std::size_t i = 0; i < length; ++i) ++lengths[i * kSide / length];
  return lengths;
}

// Each pixel is the mean brightness of its part of the picture, whatever the picture's shape.
Small shrunk_to_square(const RgbImage& picture) {
  std::array<std::uint64_t, kSide * kSide> sums{};
  ColumnSums columns(picture.width);
  const auto cell_row = [&](std::uint32_t y) { return std::size_t{y} * kSide / picture.height; };
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    columns.add(picture.row(y));
    const bool last = y + 1 == picture.height || cell_row(y + 1) != cell_row(y);
    if (last || columns.full()) columns.move_to(sums.data() + cell_row(y) * kSide);
  }
  const auto widths = lengths_of(picture.width);
  const auto heights = lengths_of(picture.height);
  Small small{};
  for (std::size_t i = 0; i < small.size(); ++i) {
    const std::uint64_t count = widths[i % kSide] * heights[i / kSide];
    // A picture with fewer pixels leaves cells empty: they take the value of the cell before.
    small[i] = count > 0 ? static_cast<double>(sums[i]) / static_cast<double>(count)
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
