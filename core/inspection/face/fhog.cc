#include "core/inspection/face/fhog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace countersign {
namespace {

constexpr std::size_t kOrientations = 9;  // in half a circle
constexpr std::size_t kDirections = 2 * kOrientations;
constexpr float kClip = 0.2F;
constexpr float kSumWeight = 0.2357F;  // 1 / sqrt(18)
constexpr float kTiny = 1e-4F;         // keeps the norm of a uniform area finite

// The direction of every gradient whose components are -255 to 255.
class DirectionTable {
 public:
  DirectionTable() : directions_(kSide * kSide) {
    std::array<float, kOrientations> x{};
    std::array<float, kOrientations> y{};
    for (std::size_t k = 0; k < kOrientations; ++k) {
      const double angle = static_cast<double>(k) * std::numbers::pi / kOrientations;
      x[k] = static_cast<float>(std::cos(angle));
      y[k] = static_cast<float>(std::sin(angle));
    }
    for (int dy = -kMost; dy <= kMost; ++dy) {
      for (int dx = -kMost; dx <= kMost; ++dx) {
        float best = 0;
        std::size_t direction = 0;
        for (std::size_t k = 0; k < kOrientations; ++k) {
          const float along = x[k] * static_cast<float>(dx) + y[k] * static_cast<float>(dy);
          if (along > best) {
            best = along;
            direction = k;
          } else if (-along > best) {
            best = -along;
            direction = k + kOrientations;
          }
        }
        directions_[at(dx, dy)] = static_cast<std::uint8_t>(direction);
      }
    }
  }
  // REQUIRES: both components are -255 to 255, as differences of bytes are. Called for each pixel.
  std::size_t operator()(int dx, int dy) const {
    // NOLINTNEXTLINE(readability-simplify-subscript-expr): operator[] would check each place.
    return directions_.data()[at(dx, dy)];
  }

 private:
  static constexpr int kMost = 255;
  static constexpr int kSide = 2 * kMost + 1;
  static std::size_t at(int dx, int dy) {
    return static_cast<std::size_t>((dy + kMost) * kSide + dx + kMost);
  }
  std::vector<std::uint8_t> directions_;
};

// The amount of gradient in each direction, per cell. One extra cell on every side takes the shares
// that fall beyond the border.
class Histograms {
 public:
  Histograms(const LumaImage& luma, std::size_t columns, std::size_t rows)
      : stride_(columns + 2), bins_(stride_ * (rows + 2) * kDirections) {
    static const DirectionTable direction_of;
    const std::size_t right = std::min(columns * kFhogCellPx, luma.width) - 1;
    const std::size_t bottom = std::min(rows * kFhogCellPx, luma.height) - 1;
    for (std::size_t y = 1; y < bottom; ++y) {
      const std::uint8_t* above = luma.row(y - 1);
      const std::uint8_t* here = luma.row(y);
      const std::uint8_t* below = luma.row(y + 1);
      const Share vertical(y);
      for (std::size_t x = 1; x < right; ++x) {
        const int dx = here[x + 1] - here[x - 1];
        const int dy = below[x] - above[x];
        const int squares = dx * dx + dy * dy;
        if (squares == 0) continue;
        const float length = std::sqrt(static_cast<float>(squares));
        const Share horizontal(x);
        float* bin = bins_.data() + (vertical.cell * stride_ + horizontal.cell) * kDirections +
                     direction_of(dx, dy);
        float* next = bin + stride_ * kDirections;
        bin[0] += (1 - horizontal.of_next) * (1 - vertical.of_next) * length;
        bin[kDirections] += horizontal.of_next * (1 - vertical.of_next) * length;
        next[0] += (1 - horizontal.of_next) * vertical.of_next * length;
        next[kDirections] += horizontal.of_next * vertical.of_next * length;
      }
    }
  }
  const float* of(std::size_t x, std::size_t y) const {
    return &bins_[((y + 1) * stride_ + x + 1) * kDirections];
  }

 private:
  // A pixel counts for the two cells between whose centres it lies.
  struct Share {
    explicit Share(std::size_t pixel)
        : cell((pixel + kFhogCellPx / 2) / kFhogCellPx),
          of_next((static_cast<float>((pixel + kFhogCellPx / 2) % kFhogCellPx) + 0.5F) /
                  kFhogCellPx) {}
    std::size_t cell;  // in the histograms, whose first column is beyond the border
    float of_next;
  };

  std::size_t stride_;
  std::vector<float> bins_;
};

float clipped(float value) { return std::min(value, kClip); }

void write_cell(const float* bins,
                const std::array<float, 4>& norms,
                float* out,
                std::size_t plane_size) {
  std::array<float, 4> sums{};
  for (std::size_t k = 0; k < kDirections; ++k) {
    float sum = 0;
    for (std::size_t n = 0; n < norms.size(); ++n) {
      const float value = clipped(bins[k] * norms[n]);
      sum += value;
      sums[n] += value;
    }
    out[k * plane_size] = 0.5F * sum;
  }
  for (std::size_t k = 0; k < kOrientations; ++k) {
    const float both = bins[k] + bins[k + kOrientations];
    float sum = 0;
    for (const float norm : norms) sum += clipped(both * norm);
    out[(kDirections + k) * plane_size] = 0.5F * sum;
  }
  for (std::size_t n = 0; n < sums.size(); ++n) {
    out[(kDirections + kOrientations + n) * plane_size] = kSumWeight * sums[n];
  }
}

}  // namespace

FhogImage fhog(const LumaImage& luma, std::size_t border) {
  const std::size_t columns = (luma.width + kFhogCellPx / 2) / kFhogCellPx;
  const std::size_t rows = (luma.height + kFhogCellPx / 2) / kFhogCellPx;
  if (columns < 3 || rows < 3) return {};
  const Histograms histograms(luma, columns, rows);

  std::vector<float> energy(columns * rows);
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      const float* bins = histograms.of(x, y);
      float sum = 0;
      for (std::size_t k = 0; k < kOrientations; ++k) {
        const float both = bins[k] + bins[k + kOrientations];
        sum += both * both;
      }
      energy[y * columns + x] = sum;
    }
  }
  // The inverse norm of the block of 2 x 2 cells whose first is (x, y).
  const auto norm = [&](std::size_t x, std::size_t y) {
    const float* upper = &energy[y * columns + x];
    const float* lower = upper + columns;
    return 1 / std::sqrt(upper[0] + upper[1] + lower[0] + lower[1] + kTiny);
  };

  FhogImage image;
  image.width = columns - 2 + 2 * border;
  image.height = rows - 2 + 2 * border;
  const std::size_t plane_size = image.width * image.height;
  image.values.resize(kFhogPlanes * plane_size);
  for (std::size_t y = 0; y + 2 < rows; ++y) {
    for (std::size_t x = 0; x + 2 < columns; ++x) {
      // In the order of dlib's planes.
      const std::array<float, 4> norms = {
          norm(x + 1, y + 1), norm(x + 1, y), norm(x, y + 1), norm(x, y)};
      write_cell(histograms.of(x + 1, y + 1),
                 norms,
                 &image.values[(y + border) * image.width + x + border],
                 plane_size);
    }
  }
  return image;
}

}  // namespace countersign
