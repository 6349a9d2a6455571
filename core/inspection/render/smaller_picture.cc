#include "core/inspection/render/smaller_picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace countersign {
namespace {

// The pixels of a longer line that one of a shorter line covers; of the first and the last a part.
struct Span {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  float first_share = 1;
  float last_share = 1;

  float share(std::uint32_t at) const {
    if (at == first) return first_share;
    return at == last ? last_share : 1;
  }
};

std::vector<Span> spans_of(std::uint32_t longer, std::uint32_t shorter) {
  std::vector<Span> spans(shorter);
  const double step = static_cast<double>(longer) / shorter;
  for (std::uint32_t i = 0; i < shorter; ++i) {
    const double begin = i * step;
    const double end = std::min<double>(longer, (i + 1) * step);
    Span& span = spans[i];
    span.first = static_cast<std::uint32_t>(begin);
    span.last = std::min(longer - 1, static_cast<std::uint32_t>(std::ceil(end)) - 1);
    span.first_share = static_cast<float>(std::min(end, span.first + 1.0) - begin);
    span.last_share = static_cast<float>(end - std::max<double>(begin, span.last));
  }
  return spans;
}

// Adds a row of the picture, shrunk and weighted, to the sums of a row of the smaller one.
void add_row(const std::uint8_t* row,
             const std::vector<Span>& spans,
             float weight,
             std::vector<float>& sums) {
  float* sum = sums.data();
  for (const Span& span : spans) {
    for (std::uint32_t x = span.first; x <= span.last; ++x) {
      const float share = weight * span.share(x);
      const std::uint8_t* const pixel = row + std::size_t{x} * 3;
      sum[0] += share * static_cast<float>(pixel[0]);
      sum[1] += share * static_cast<float>(pixel[1]);
      sum[2] += share * static_cast<float>(pixel[2]);
    }
    sum += 3;
  }
}

std::uint32_t shrunk_side(std::uint32_t side, std::uint32_t longest, std::uint32_t max_side) {
  const auto shrunk = std::lround(static_cast<double>(side) * max_side / longest);
  return static_cast<std::uint32_t>(std::max(1L, shrunk));
}

}  // namespace

RgbImage at_most(RgbImage picture, std::uint32_t max_side) {
  const std::uint32_t longest = std::max(picture.width, picture.height);
  if (longest <= max_side) return picture;
  RgbImage smaller(shrunk_side(picture.width, longest, max_side),
                   shrunk_side(picture.height, longest, max_side));
  const std::vector<Span> columns = spans_of(picture.width, smaller.width);
  const std::vector<Span> rows = spans_of(picture.height, smaller.height);
  const auto area = static_cast<float>(static_cast<double>(picture.width) / smaller.width *
                                       picture.height / smaller.height);
  std::vector<float> sums(std::size_t{smaller.width} * 3);
  for (std::uint32_t y = 0; y < smaller.height; ++y) {
    std::ranges::fill(sums, 0.0F);
    const Span& span = rows[y];
    for (std::uint32_t at = span.first; at <= span.last; ++at) {
      add_row(picture.row(at), columns, span.share(at), sums);
    }
    std::uint8_t* const out = smaller.row(y);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      out[i] = static_cast<std::uint8_t>(std::min(255.0F, sums[i] / area + 0.5F));
    }
  }
  return smaller;
}

}  // namespace countersign
