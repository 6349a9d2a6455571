#include "core/inspection/face/fhog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

// The numbers are those of Felzenszwalb and others (fhog.h). dlib's filters were trained with them.
constexpr std::size_t kOrientations = 9;                // in half a circle
constexpr std::size_t kDirections = 2 * kOrientations;  // in a circle
constexpr float kClip = 0.2F;          // the most that one direction counts, of a norm of 1
constexpr float kSumWeight = 0.2357F;  // 1 / sqrt(18)
constexpr float kTiny = 1e-4F;         // keeps the norm of a uniform area finite

// The tangents of 10, 30, 50 and 70 degrees, which divide a quarter of a circle. No gradient of
// whole numbers up to 255 comes near one of them.
constexpr std::array<float, 4> kTangents = {0.17632698F, 0.57735027F, 1.19175359F, 2.74747742F};

// Returns the nearest of the 18 directions, which are 20 degrees apart. A gradient along y lies
// between two of them and goes to the smaller one. Without branches, so that it is vectorised.
inline __attribute__((always_inline)) int direction_of(int dx, int dy) {
  constexpr int kHalf = kOrientations;  // a half turn
  const auto across = static_cast<float>(std::abs(dx));
  const auto down = static_cast<float>(std::abs(dy));
  const int steps = (down > kTangents[0] * across ? 1 : 0) +
                    (down > kTangents[1] * across ? 1 : 0) +
                    (down > kTangents[2] * across ? 1 : 0) + (down > kTangents[3] * across ? 1 : 0);
  const int upper = dx < 0 ? kHalf - steps : steps;
  const int lower_right = steps == 0 ? 0 : 2 * kHalf - steps;
  const int lower = dx > 0 ? lower_right : kHalf + steps;
  return dy < 0 ? lower : upper;
}

// Four floats that are added and multiplied at once.
using Four = float __attribute__((vector_size(16)));

// Half a cell, for blocks start at the centres of cells.
constexpr std::size_t kHalfPx = kFhogCellPx / 2;

// The shares of a pixel of a block, which is surrounded by the centres of four cells, in these: the
// left and the right upper one, the left and the right lower one.
constexpr Four shares_at(std::size_t x, std::size_t y) {
  const float right = (static_cast<float>(x) + 0.5F) / kFhogCellPx;
  const float below = (static_cast<float>(y) + 0.5F) / kFhogCellPx;
  return Four{(1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below};
}

constexpr std::array<Four, kFhogCellPx * kFhogCellPx> all_shares() {
  std::array<Four, kFhogCellPx * kFhogCellPx> shares{};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = shares_at(i % kFhogCellPx, i / kFhogCellPx);
  }
  return shares;
}

// The gradients of the rows of one line of blocks: how steep they are, and in which direction. The
// pixels of the picture's border and those beyond it have none.
class Gradients {
 public:
  // `blocks` blocks stand side by side; the first begins half a cell before the picture.
  explicit Gradients(std::size_t blocks)
      : stride_(blocks * kFhogCellPx),
        lengths_(kFhogCellPx * stride_),
        directions_(kFhogCellPx * stride_) {}

  // Sets row `line` of the blocks to the picture's row y. REQUIRES: 0 < y < luma.height - 1, and
  // right < luma.width.
  void set(std::size_t line, const LumaImage& luma, std::size_t y, std::size_t right) {
    const std::uint8_t* above = luma.row(y - 1);
    const std::uint8_t* here = luma.row(y);
    const std::uint8_t* below = luma.row(y + 1);
    float* __restrict lengths = lengths_.data() + line * stride_ + kHalfPx;
    std::uint8_t* __restrict directions = directions_.data() + line * stride_ + kHalfPx;
    with_wide_vectors([=]() __attribute__((always_inline)) {
      for (std::size_t x = 1; x < right; ++x) {
        const int dx = here[x + 1] - here[x - 1];
        const int dy = below[x] - above[x];
        lengths[x] = std::sqrt(static_cast<float>(dx * dx + dy * dy));
        directions[x] = static_cast<std::uint8_t>(direction_of(dx, dy));
      }
    });
  }
  void clear(std::size_t line) {
    std::fill_n(lengths_.begin() + static_cast<std::ptrdiff_t>(line * stride_), stride_, 0.0F);
  }
  const float* lengths(std::size_t line, std::size_t block) const {
    return lengths_.data() + line * stride_ + block * kFhogCellPx;
  }
  const std::uint8_t* directions(std::size_t line, std::size_t block) const {
    return directions_.data() + line * stride_ + block * kFhogCellPx;
  }

 private:
  std::size_t stride_;
  std::vector<float> lengths_;
  std::vector<std::uint8_t> directions_;
};

// The amount of gradient in each direction, per cell. One extra cell on every side takes the shares
// that fall beyond the border.
class Histograms {
 public:
  Histograms(const LumaImage& luma, std::size_t columns, std::size_t rows)
      : stride_(columns + 2), bins_(stride_ * (rows + 2) * kDirections) {
    const std::size_t right = std::min(columns * kFhogCellPx, luma.width) - 1;
    const std::size_t bottom = std::min(rows * kFhogCellPx, luma.height) - 1;
    Gradients gradients(columns + 1);
    for (std::size_t block_row = 0; block_row <= rows; ++block_row) {
      for (std::size_t line = 0; line < kFhogCellPx; ++line) {
        const std::size_t y = block_row * kFhogCellPx + line - kHalfPx;  // wraps above the picture
        if (y >= 1 && y < bottom) {
          gradients.set(line, luma, y, right);
        } else {
          gradients.clear(line);
        }
      }
      for (std::size_t block = 0; block <= columns; ++block) add(gradients, block_row, block);
    }
  }
  const float* of(std::size_t x, std::size_t y) const {
    return &bins_[((y + 1) * stride_ + x + 1) * kDirections];
  }

 private:
  // Neighbouring pixels often have one direction: with sums of its own for each of four columns, a
  // pixel does not wait for the one before it. The order of the additions is fixed.
  void add(const Gradients& gradients, std::size_t block_row, std::size_t block) {
    static constexpr auto kShares = all_shares();
    std::array<Four, 4 * kDirections> sums{};
    Four* a = sums.data();
    Four* b = a + kDirections;
    Four* c = b + kDirections;
    Four* d = c + kDirections;
    for (std::size_t line = 0; line < kFhogCellPx; ++line) {
      const float* lengths = gradients.lengths(line, block);
      const std::uint8_t* directions = gradients.directions(line, block);
      const Four* shares = kShares.data() + line * kFhogCellPx;
      for (std::size_t x = 0; x < kFhogCellPx; x += 4) {
        a[directions[x]] += shares[x] * lengths[x];
        b[directions[x + 1]] += shares[x + 1] * lengths[x + 1];
        c[directions[x + 2]] += shares[x + 2] * lengths[x + 2];
        d[directions[x + 3]] += shares[x + 3] * lengths[x + 3];
      }
    }
    float* upper = bins_.data() + (block_row * stride_ + block) * kDirections;
    float* lower = upper + stride_ * kDirections;
    for (std::size_t k = 0; k < kDirections; ++k) {
      const Four sum = (a[k] + b[k]) + (c[k] + d[k]);
      upper[k] += sum[0];
      upper[k + kDirections] += sum[1];
      lower[k] += sum[2];
      lower[k + kDirections] += sum[3];
    }
  }

  std::size_t stride_;
  std::vector<float> bins_;
};

Four clipped(Four values) {
  constexpr Four kClips = {kClip, kClip, kClip, kClip};  // for all four at once
  return values < kClips ? values : kClips;
}

float sum_of(Four values) { return values[0] + values[1] + values[2] + values[3]; }

void write_cell(const float* bins, Four norms, float* out, std::size_t plane_size) {
  Four sums{};
  for (std::size_t k = 0; k < kDirections; ++k) {
    const Four values = clipped(bins[k] * norms);
    sums += values;
    out[k * plane_size] = 0.5F * sum_of(values);
  }
  for (std::size_t k = 0; k < kOrientations; ++k) {
    const float both = bins[k] + bins[k + kOrientations];
    out[(kDirections + k) * plane_size] = 0.5F * sum_of(clipped(both * norms));
  }
  for (std::size_t n = 0; n < 4; ++n) {
    out[(kDirections + kOrientations + n) * plane_size] = kSumWeight * sums[n];
  }
}

// The energy of a cell, without regard to which of two opposite directions a gradient has.
float energy_of(const float* bins) {
  float sum = 0;
  for (std::size_t k = 0; k < kOrientations; ++k) {
    const float both = bins[k] + bins[k + kOrientations];
    sum += both * both;
  }
  return sum;
}

// The inverse norms of the blocks of 2 x 2 cells, by the first cell of each.
std::vector<float> norms_of(const Histograms& histograms, std::size_t columns, std::size_t rows) {
  std::vector<float> energy(columns * rows);
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      energy[y * columns + x] = energy_of(histograms.of(x, y));
    }
  }
  std::vector<float> norms(columns * rows);
  const float* cells = energy.data();
  for (std::size_t i = 0; i + columns + 1 < columns * rows; ++i) {
    norms[i] = 1 / std::sqrt(cells[i] + cells[i + 1] + cells[i + columns] + cells[i + columns + 1] +
                             kTiny);
  }
  return norms;
}

}  // namespace

std::size_t mirrored_fhog_plane(std::size_t plane) {
  // Directions go round from the right, and orientations to the left.
  if (plane < kDirections) return (kDirections + kOrientations - plane) % kDirections;
  if (plane < kDirections + kOrientations) {
    return kDirections + (kDirections + kOrientations - plane) % kOrientations;
  }
  // The sums: right below, right above, left below, left above.
  constexpr std::size_t kSums = kDirections + kOrientations;
  return kSums + (plane - kSums + 2) % 4;
}

FhogImage fhog(const LumaImage& luma, std::size_t border) {
  const std::size_t columns = (luma.width + kFhogCellPx / 2) / kFhogCellPx;
  const std::size_t rows = (luma.height + kFhogCellPx / 2) / kFhogCellPx;
  if (columns < 3 || rows < 3) return {};
  const Histograms histograms(luma, columns, rows);

  const std::vector<float> inverse = norms_of(histograms, columns, rows);

  FhogImage image;
  image.width = columns - 2 + 2 * border;
  image.height = rows - 2 + 2 * border;
  const std::size_t plane_size = image.width * image.height;
  image.values.resize(kFhogPlanes * plane_size);
  for (std::size_t y = 0; y + 2 < rows; ++y) {
    for (std::size_t x = 0; x + 2 < columns; ++x) {
      // In the order of dlib's planes.
      const float* norm = &inverse[y * columns + x];
      const Four norms = {norm[columns + 1], norm[1], norm[columns], norm[0]};
      write_cell(histograms.of(x + 1, y + 1),
                 norms,
                 &image.values[(y + border) * image.width + x + border],
                 plane_size);
    }
  }
  return image;
}

}  // namespace countersign
