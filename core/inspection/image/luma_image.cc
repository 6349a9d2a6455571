#include "core/inspection/image/luma_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/check.h"
#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

// The weights of ITU-R BT.601 in 1/256.
constexpr unsigned kRed = 77;
constexpr unsigned kGreen = 150;
constexpr unsigned kBlue = 29;
static_assert(kRed + kGreen + kBlue == 256);

void luma_row(const std::uint8_t* __restrict rgb,
              std::size_t pixels,
              std::uint8_t* __restrict luma) {
  with_wide_vectors([=]() __attribute__((always_inline)) {
    for (std::size_t x = 0; x < pixels; ++x) {
      luma[x] = static_cast<std::uint8_t>(
          (kRed * rgb[3 * x] + kGreen * rgb[3 * x + 1] + kBlue * rgb[3 * x + 2] + 128) >> 8);
    }
  });
}

// The source pixels that one shrunk pixel covers along one axis: all of first + 1 ... last - 1, and
// the given shares of `first` and `last`.
struct Span {
  std::size_t first;
  std::size_t last;
  float first_share;
  float last_share;
};

std::vector<Span> spans(std::size_t from, std::size_t to) {
  std::vector<Span> result(to);
  const double step = static_cast<double>(from) / static_cast<double>(to);
  for (std::size_t i = 0; i < to; ++i) {
    const double begin = static_cast<double>(i) * step;
    const double end = std::min(begin + step, static_cast<double>(from));
    const auto first = std::min(static_cast<std::size_t>(begin), from - 1);
    const auto last = std::min(static_cast<std::size_t>(std::ceil(end)) - 1, from - 1);
    const double tail = first == last ? 0.0 : end - static_cast<double>(last);
    const double head = std::min(static_cast<double>(first) + 1.0, end) - begin;
    result[i] = {first, last, static_cast<float>(head), static_cast<float>(tail)};
  }
  return result;
}

// Adds a row of the source to `sums` with `weight`.
void add_row(const std::uint8_t* __restrict row,
             std::size_t width,
             float weight,
             float* __restrict out) {
  with_wide_vectors([=]() __attribute__((always_inline)) {
    for (std::size_t x = 0; x < width; ++x) out[x] += weight * static_cast<float>(row[x]);
  });
}

// Writes the mean of what each shrunk pixel covers, of the sums of its lines over the whole area.
void write_means(const std::vector<Span>& columns,
                 const float* sums,
                 float area,
                 std::uint8_t* out) {
  for (const Span& span : columns) {
    const float* covered = sums + span.first;
    const std::size_t last = span.last - span.first;
    float sum = span.first_share * covered[0];
    for (std::size_t i = 1; i < last; ++i) sum += covered[i];
    sum += span.last_share * covered[last];
    *out++ = static_cast<std::uint8_t>(std::min(255.0F, sum / area + 0.5F));
  }
}

// The most columns that a pixel of FewColumns covers.
constexpr std::size_t kFew = 4;

bool few_for_each(const std::vector<Span>& columns) {
  return std::ranges::all_of(columns,
                             [](const Span& span) { return span.last - span.first < kFew; });
}

// Four floats that are added and multiplied at once.
using Four = float __attribute__((vector_size(16)));
using FourNumbers = std::int32_t __attribute__((vector_size(16)));
using FourBytes = std::uint8_t __attribute__((vector_size(4)));

// Does what write_means does, where no pixel covers more than kFew columns, in two thirds of the
// time: four pixels at once, each of kFew columns with their weights, of which the last may be 0.
// The additions have the same order, and 0 adds nothing, so that the means are the same to the bit.
class FewColumns {
 public:
  // REQUIRES: few_for_each(columns).
  explicit FewColumns(const std::vector<Span>& columns) {
    first_.reserve(columns.size() + kFew);
    weights_.reserve(columns.size() + kFew);
    for (const Span& span : columns) {
      const std::size_t last = span.last - span.first;
      Four weights{};
      weights[0] = span.first_share;
      for (std::size_t i = 1; i < last; ++i) weights[i] = 1;
      if (last > 0) weights[last] = span.last_share;
      first_.push_back(span.first);
      weights_.push_back(weights);
    }
  }

  // REQUIRES: `sums` has kFew - 1 floats behind the last column, which are finite.
  void write(const float* sums, float area, std::uint8_t* out) const {
    const std::size_t* first = first_.data();  // operator[] would check each place
    const Four* weights = weights_.data();
    const std::size_t count = first_.size();
    std::size_t x = 0;
    for (; x + 4 <= count; x += 4) {
      const Four a = weighted(sums + first[x], weights[x]);
      const Four b = weighted(sums + first[x + 1], weights[x + 1]);
      const Four c = weighted(sums + first[x + 2], weights[x + 2]);
      const Four d = weighted(sums + first[x + 3], weights[x + 3]);
      const Four left_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
      const Four left_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
      const Four right_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const Four right_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      const Four sum = __builtin_shufflevector(left_ab, left_cd, 0, 1, 4, 5) +
                       __builtin_shufflevector(left_ab, left_cd, 2, 3, 6, 7) +
                       __builtin_shufflevector(right_ab, right_cd, 0, 1, 4, 5) +
                       __builtin_shufflevector(right_ab, right_cd, 2, 3, 6, 7);
      const Four mean = sum / area + 0.5F;
      const Four bounded_mean = mean < kBrightest ? mean : kBrightest;
      const auto bytes =
          __builtin_convertvector(__builtin_convertvector(bounded_mean, FourNumbers), FourBytes);
      std::memcpy(out + x, &bytes, sizeof bytes);
    }
    for (; x < count; ++x) {
      const Four w = weighted(sums + first[x], weights[x]);
      const float sum = w[0] + w[1] + w[2] + w[3];
      out[x] = static_cast<std::uint8_t>(std::min(255.0F, sum / area + 0.5F));
    }
  }

 private:
  static constexpr Four kBrightest = {255, 255, 255, 255};  // for all four at once

  static Four weighted(const float* covered, Four weights) {
    Four values;
    std::memcpy(&values, covered, sizeof values);
    return values * weights;
  }

  std::vector<std::size_t> first_;
  std::vector<Four> weights_;
};

struct Size {
  std::size_t width = 0;
  std::size_t height = 0;

  std::size_t pixels() const { return width * height; }
};

// Returns the largest size of the same shape with at most `max_pixels`, or the size itself.
Size shrunk_size(const Size& from, std::size_t max_pixels) {
  check(max_pixels > 0 && from.pixels() > 0,
        "a picture to be shrunk and its pixel limit have at least one pixel");
  if (from.pixels() <= max_pixels) return from;
  const double factor =
      std::sqrt(static_cast<double>(max_pixels) / static_cast<double>(from.pixels()));
  const auto side = [factor](std::size_t length) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(factor * static_cast<double>(length)));
  };
  return {side(from.width), side(from.height)};
}

// `luma_of_row(y, out)` writes row y of the source to `out`.
template <class LumaOfRow>
LumaImage shrink(const Size& from, const Size& to, LumaOfRow luma_of_row) {
  LumaImage result{to.width, to.height, std::vector<std::uint8_t>(to.pixels())};
  const std::vector<Span> columns = spans(from.width, to.width);
  std::optional<FewColumns> few;
  if (few_for_each(columns)) few.emplace(columns);
  const std::vector<Span> lines = spans(from.height, to.height);
  const auto area =
      static_cast<float>(static_cast<double>(from.pixels()) / static_cast<double>(to.pixels()));
  std::vector<std::uint8_t> row(from.width);
  std::vector<float> sums(from.width + kFew);
  std::size_t row_is = from.height;  // the line that `row` holds; none yet
  for (std::size_t y = 0; y < to.height; ++y) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    const Span& span = lines[y];
    for (std::size_t line = span.first; line <= span.last; ++line) {
      if (line != row_is) luma_of_row(line, row.data());
      row_is = line;
      float weight = 1.0F;
      if (line == span.first) weight = span.first_share;
      if (line == span.last && line != span.first) weight = span.last_share;
      add_row(row.data(), from.width, weight, sums.data());
    }
    std::uint8_t* const out = result.bytes.data() + y * to.width;
    if (few) {
      few->write(sums.data(), area, out);
    } else {
      write_means(columns, sums.data(), area, out);
    }
  }
  return result;
}

}  // namespace

LumaImage shrunk_luma(const RgbImage& image, std::size_t max_pixels) {
  const Size from = {image.width, image.height};
  const Size to = shrunk_size(from, max_pixels);
  if (to.pixels() == from.pixels()) {
    LumaImage result{from.width, from.height, std::vector<std::uint8_t>(from.pixels())};
    luma_row(image.bytes.data(), from.pixels(), result.bytes.data());
    return result;
  }
  return shrink(from, to, [&](std::size_t y, std::uint8_t* out) {
    luma_row(image.row(static_cast<std::uint32_t>(y)), image.width, out);
  });
}

LumaImage shrunk(const LumaImage& image, std::size_t max_pixels) {
  const Size from = {image.width, image.height};
  const Size to = shrunk_size(from, max_pixels);
  if (to.pixels() == from.pixels()) return image;
  return shrink(from, to, [&](std::size_t y, std::uint8_t* out) {
    std::copy(image.row(y), image.row(y) + image.width, out);
  });
}

int luma_percentile(const LumaImage& luma, double share) {
  // Neighbours are often equal: with a table for every other pixel, the second does not wait for
  // the first.
  std::array<std::size_t, 256> even{};
  std::array<std::size_t, 256> odd{};
  std::size_t* even_counts = even.data();  // operator[] would check each place
  std::size_t* odd_counts = odd.data();
  const std::uint8_t* pixels = luma.bytes.data();
  const std::size_t count = luma.bytes.size();
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    ++even_counts[pixels[i]];
    ++odd_counts[pixels[i + 1]];
  }
  if (count % 2 == 1) ++even[pixels[count - 1]];
  const auto below = static_cast<std::size_t>(share * static_cast<double>(luma.bytes.size()));
  std::size_t seen = 0;
  for (std::size_t value = 0; value < even.size(); ++value) {
    seen += even[value] + odd[value];
    if (seen > below) return static_cast<int>(value);
  }
  return 255;
}

}  // namespace countersign
