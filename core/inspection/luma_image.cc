#include "core/inspection/luma_image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/check.h"

namespace countersign {
namespace {

// ITU-R BT.601 in 1/256.
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

// What one shrunk pixel covers along one axis: all of first + 1 ... last - 1,
// and the given shares of `first` and `last`.
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

// One row of the source, shrunk along x and added to `sums` with `weight`.
void add_row(const std::vector<std::uint8_t>& row,
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

LumaImage shrink(const RgbImage& image, std::size_t width, std::size_t height) {
  LumaImage result{width, height, std::vector<std::uint8_t>(width * height)};
  const std::vector<Span> columns = spans(image.width, width);
  const std::vector<Span> lines = spans(image.height, height);
  const auto area = static_cast<float>(static_cast<double>(image.width) * image.height /
                                       (static_cast<double>(width) * static_cast<double>(height)));
  std::vector<std::uint8_t> row(image.width);
  std::vector<float> sums(width);
  std::size_t row_is = image.height;  // which line `row` holds; none yet
  for (std::size_t y = 0; y < height; ++y) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    const Span& span = lines[y];
    for (std::size_t line = span.first; line <= span.last; ++line) {
      if (line != row_is)
        luma_row(image.row(static_cast<std::uint32_t>(line)), image.width, row.data());
      row_is = line;
      float weight = 1.0F;
      if (line == span.first) weight = span.first_share;
      if (line == span.last && line != span.first) weight = span.last_share;
      add_row(row, columns, weight, sums);
    }
    std::uint8_t* out = result.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      out[x] = static_cast<std::uint8_t>(std::min(255.0F, sums[x] / area + 0.5F));
    }
  }
  return result;
}

}  // namespace

LumaImage shrunk_luma(const RgbImage& image, std::size_t max_pixels) {
  check(max_pixels > 0 && image.width > 0 && image.height > 0, "a picture without pixels");
  const std::size_t pixels = std::size_t{image.width} * image.height;
  if (pixels <= max_pixels) {
    LumaImage result{image.width, image.height, std::vector<std::uint8_t>(pixels)};
    luma_row(image.bytes.data(), pixels, result.bytes.data());
    return result;
  }
  const double factor = std::sqrt(static_cast<double>(max_pixels) / static_cast<double>(pixels));
  const auto side = [factor](std::uint32_t length) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(factor * length));
  };
  return shrink(image, side(image.width), side(image.height));
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
