#include "core/inspection/image/luma_image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/check.h"

namespace countersign {
namespace {

// The weights of ITU-R BT.601 in 1/256.
constexpr unsigned kRed = 77;
constexpr unsigned kGreen = 150;
constexpr unsigned kBlue = 29;
static_assert(kRed + kGreen + kBlue == 256);

void luma_row(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* luma) {
  for (std::size_t x = 0; x < pixels; ++x) {
    luma[x] = static_cast<std::uint8_t>(
        (kRed * rgb[3 * x] + kGreen * rgb[3 * x + 1] + kBlue * rgb[3 * x + 2] + 128) >> 8);
  }
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

// Shrinks one row of the source along x and adds it to `sums` with `weight`. REQUIRES: the columns
// lie in the row.
void add_row(const std::uint8_t* row,
             const std::vector<Span>& columns,
             float weight,
             std::vector<float>& sums) {
  for (std::size_t x = 0; x < columns.size(); ++x) {
    const Span& span = columns[x];
    float sum = span.first_share * static_cast<float>(row[span.first]);
    for (std::size_t i = span.first + 1; i < span.last; ++i) sum += static_cast<float>(row[i]);
    sum += span.last_share * static_cast<float>(row[span.last]);
    sums[x] += weight * sum;
  }
}

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
  const std::vector<Span> lines = spans(from.height, to.height);
  const auto area =
      static_cast<float>(static_cast<double>(from.pixels()) / static_cast<double>(to.pixels()));
  std::vector<std::uint8_t> row(from.width);
  std::vector<float> sums(to.width);
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
      add_row(row.data(), columns, weight, sums);
    }
    std::uint8_t* out = result.bytes.data() + y * to.width;
    for (std::size_t x = 0; x < to.width; ++x) {
      out[x] = static_cast<std::uint8_t>(std::min(255.0F, sums[x] / area + 0.5F));
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
  std::array<std::size_t, 256> counts{};
  for (const std::uint8_t value : luma.bytes) ++counts[value];
  const auto below = static_cast<std::size_t>(share * static_cast<double>(luma.bytes.size()));
  std::size_t seen = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    seen += counts[value];
    if (seen > below) return static_cast<int>(value);
  }
  return 255;
}

}  // namespace countersign
