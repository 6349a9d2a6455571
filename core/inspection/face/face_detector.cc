#include "core/inspection/face/face_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/check.h"
#include "core/inspection/face/face_filters.h"
#include "core/inspection/face/fhog.h"
#include "core/inspection/image/wide_vectors.h"

// How faces are found, without a network, a landmark or a file at run time, and how the same
// numbers show the turn of a head.
//
// 1. Cells: each square of 8 x 8 pixels becomes 31 numbers that say in which directions the
//    brightness changes there, relative to the cells around it: light and contrast matter little
//    (N. Dalal and B. Triggs, 2005, as P. Felzenszwalb and others changed it in 2010; fhog.h).
// 2. Windows: a face of one size is a square of 10 x 10 cells. A linear filter multiplies each of
//    its 3100 numbers by a weight and adds up. The sum less a threshold is the score of a face
//    there. Five filters know heads from the front, turned to either side and tilted to either
//    side. The weights are dlib's (D. King, Max-Margin Object Detection, arXiv:1502.00046), trained
//    on 3,000 faces, and are compiled in (filters/).
// 3. Sizes: the picture is shrunk to five sixths again and again, and each size is searched with
//    the same window: larger faces are found in smaller pictures.
// 4. One face scores in many windows: of those that overlap the best one stays, and its place and
//    size are the mean of all, weighted by their scores.
// 5. Turn and tilt (head_pose.cc): a cut around the face is searched again. The turn is how much
//    better the one filter of a turned head fits than the other. The tilt is the mean of the
//    angles at which the cut is turned, weighted by how well the filter of the front fits at each.
// 6. Movements (movements.h): turn, tilt and size, frame by frame, compared with the head's rest.
//
// Each filter is a sum of products of a row and a column of weights, so that it is slid along the
// rows first and down the columns next, for two fifths of the multiplications.
namespace countersign {
namespace {

// Unless a comment gives a reason, the numbers of this file were chosen on the drawn set, not
// measured.

static_assert(kFaceWindowPx == kFaceFilterCells * kFhogCellPx);
constexpr std::size_t kBorderCells = 4;  // how far a face may extend beyond the picture
constexpr double kMostPixels = 2e6;      // maximum size of an enlarged picture
constexpr std::size_t kSmallestPx = 64;  // smallest side of a picture that is searched
constexpr double kOverlap = 0.3;         // of two faces: intersection over union
constexpr double kInside = 0.6;          // share of one face that the other covers

// Windows up to kNearly below the least score of a face refine its place and size too. A window
// whose score is better by 1 counts e^kScoreSharpness times as much.
constexpr double kNearly = 0.6;
constexpr double kScoreSharpness = 5;

// From this score on a window is taken for the face whose share bounds the search: far above what
// anything but a face scores.
constexpr double kCertain = 0.5;
// A size of the picture over the next: the best window may be one size off.
constexpr double kFinerStep = 1.2;

// The middle of a picture, as a share of its width; the score that stands for no face at all; and
// the number of sizes that are tried.
constexpr double kMiddle = 0.2;
constexpr double kNothing = -1.2;
constexpr int kMiddleSizes = 6;

// The score of a filter at every position of its window. Only the first `width` scores of a row are
// positions: a row is as long as one of the cells.
struct Response {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t stride = 0;
  std::vector<float> scores;

  const float* row(std::size_t y) const { return scores.data() + y * stride; }
};

using Weights = std::array<float, kFaceFilterCells>;

// Returns the weighted sum of values that are `step` apart. The order of the additions is fixed, so
// that vectors of any length give the same result.
inline __attribute__((always_inline)) float weighted(const float* values,
                                                     std::size_t step,
                                                     const Weights& weights) {
  static_assert(kFaceFilterCells == 10);
  const float* w = weights.data();
  return values[0] * w[0] + values[step] * w[1] + values[2 * step] * w[2] +
         values[3 * step] * w[3] + values[4 * step] * w[4] + values[5 * step] * w[5] +
         values[6 * step] * w[6] + values[7 * step] * w[7] + values[8 * step] * w[8] +
         values[9 * step] * w[9];
}

// Slides each term of a filter along the rows of its plane, and the result down the columns. Both
// loops run over all rows at once: what they add up across the end of a row is no window's score.
inline __attribute__((always_inline)) void add_terms(const FhogImage& cells,
                                                     const FaceFilter& filter,
                                                     float* __restrict across,
                                                     float* __restrict scores) {
  constexpr std::size_t kReach = kFaceFilterCells - 1;  // cells from the first to the last
  const std::size_t width = cells.width;
  const std::size_t slid = width * cells.height - kReach;
  const std::size_t count = slid - width * kReach;
  for (const FaceFilterTerm& term : filter.terms) {
    const float* plane = cells.row(term.plane, 0);
    const Weights along_row = term.across;
    const Weights along_column = term.down;
    for (std::size_t i = 0; i < slid; ++i) across[i] = weighted(plane + i, 1, along_row);
    for (std::size_t i = 0; i < count; ++i) {
      scores[i] += weighted(across + i, width, along_column);
    }
  }
}

Response respond(const FhogImage& cells, const FaceFilter& filter) {
  if (cells.width < kFaceFilterCells || cells.height < kFaceFilterCells) return {};
  Response response;
  response.width = cells.width - kFaceFilterCells + 1;
  response.height = cells.height - kFaceFilterCells + 1;
  response.stride = cells.width;
  response.scores.assign(response.stride * response.height, -filter.threshold);
  std::vector<float> across(cells.width * cells.height);
  with_wide_vectors([
    cells = &cells,
    filter = &filter,
    across = across.data(),
    scores = response.scores.data()
  ]() __attribute__((always_inline)) { add_terms(*cells, *filter, across, scores); });
  return response;
}

// Mixes two rows; the share of the second is in 1/256.
void blend(const std::uint8_t* first,
           const std::uint8_t* second,
           unsigned of_second,
           std::vector<std::uint16_t>& mixed) {
  std::uint16_t* __restrict out = mixed.data();
  const std::size_t width = mixed.size();
  const auto right = static_cast<std::uint16_t>(of_second);
  const auto left = static_cast<std::uint16_t>(256 - of_second);
  with_wide_vectors([=]() __attribute__((always_inline)) {
    for (std::size_t x = 0; x < width; ++x) {
      out[x] = static_cast<std::uint16_t>(first[x] * left + second[x] * right);
    }
  });
}

// Returns the picture at another size by bilinear interpolation. Use `shrunk` for a much smaller
// size.
// REQUIRES: a picture with pixels.
LumaImage resized(const LumaImage& picture, std::size_t width, std::size_t height) {
  LumaImage result{width, height, std::vector<std::uint8_t>(width * height)};
  struct Place {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t of_second;  // in 1/256
  };
  const auto places = [](std::size_t from, std::size_t to) {
    std::vector<Place> result_places(to);
    const double step = static_cast<double>(from) / static_cast<double>(to);
    for (std::size_t i = 0; i < to; ++i) {
      const double at = std::max(0.0, (static_cast<double>(i) + 0.5) * step - 0.5);
      const auto first = std::min(static_cast<std::size_t>(at), from - 1);
      result_places[i] = {static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(std::min(first + 1, from - 1)),
                          static_cast<std::uint32_t>((at - static_cast<double>(first)) * 256)};
    }
    return result_places;
  };
  const std::vector<Place> columns = places(picture.width, result.width);
  const Place* column_places = columns.data();  // operator[] would check each place
  const std::vector<Place> rows = places(picture.height, result.height);
  std::vector<std::uint16_t> between(
      picture.width);  // a row between two of the picture's, times 256
  for (std::size_t y = 0; y < result.height; ++y) {
    blend(picture.row(rows[y].first), picture.row(rows[y].second), rows[y].of_second, between);
    const std::uint16_t* blended = between.data();
    std::uint8_t* out = result.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      const Place column = column_places[x];
      out[x] = static_cast<std::uint8_t>((blended[column.first] * (256 - column.of_second) +
                                          blended[column.second] * column.of_second + 32768) >>
                                         16);
    }
  }
  return result;
}

LumaImage step_smaller(const LumaImage& picture) {
  return resized(picture, picture.width * 5 / 6, picture.height * 5 / 6);
}

// Returns the picture at the size at which the smallest face fills a window.
LumaImage at_search_size(const LumaImage& picture, double smallest_px) {
  const auto pixels = static_cast<double>(picture.bytes.size());
  const double scale = kFaceWindowPx / smallest_px;
  if (scale <= 1) return shrunk(picture, static_cast<std::size_t>(scale * scale * pixels) + 1);
  const double bounded = std::min(scale, std::max(1.0, std::sqrt(kMostPixels / pixels)));
  return resized(picture,
                 static_cast<std::size_t>(bounded * static_cast<double>(picture.width)),
                 static_cast<std::size_t>(bounded * static_cast<double>(picture.height)));
}

bool overlap(const Face& a, const Face& b) {
  const auto shared = [](double p, double q, double p_side, double q_side) {
    return std::max(
        0.0, std::min(p + p_side / 2, q + q_side / 2) - std::max(p - p_side / 2, q - q_side / 2));
  };
  const double both = shared(a.x, b.x, a.side, b.side) * shared(a.y, b.y, a.side, b.side);
  const double either = a.side * a.side + b.side * b.side - both;
  const double smaller = std::min(a.side, b.side);
  return both > kOverlap * either || both > kInside * smaller * smaller;
}

// Where windows of two sizes fit about equally well, the size of the face is between them.
Face refined(const Face& face, const std::vector<Face>& candidates) {
  double weights = 0;
  double x = 0;
  double y = 0;
  double side = 0;  // as a logarithm, because sizes are steps of a factor
  for (const Face& other : candidates) {
    if (!overlap(face, other)) continue;
    const double weight = std::exp(kScoreSharpness * (other.score - face.score));
    weights += weight;
    x += weight * other.x;
    y += weight * other.y;
    side += weight * std::log(other.side);
  }
  return {x / weights, y / weights, std::exp(side / weights), face.score};
}

std::vector<Face> without_overlaps(std::vector<Face> candidates, double least_score) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const Face& a, const Face& b) {
    return a.score > b.score;
  });
  std::vector<Face> kept;
  for (const Face& face : candidates) {
    if (face.score < least_score) break;
    if (std::ranges::none_of(kept, [&](const Face& other) { return overlap(face, other); })) {
      kept.push_back(face);
    }
  }
  for (Face& face : kept) face = refined(face, candidates);
  return kept;
}

// Returns the picture in all sizes in which it is searched, the largest first.
std::vector<LumaImage> sizes_of(LumaImage largest) {
  std::vector<LumaImage> sizes;
  LumaImage next = std::move(largest);
  while (next.width >= kSmallestPx && next.height >= kSmallestPx) {
    sizes.push_back(std::move(next));
    next = step_smaller(sizes.back());
  }
  return sizes;
}

// The centre of a window, in pixels.
double middle_of(std::size_t cell, std::size_t border) {
  constexpr int kHalf = kFaceFilterCells / 2;  // cells
  return (static_cast<double>(cell) - static_cast<double>(border) + 1 + kHalf) * kFhogCellPx;
}

// Returns the windows of one size that score at least `least`, in pixels of a picture that is
// `scale` times as large.
std::vector<Face> windows_of(const LumaImage& smaller, double scale, double least) {
  std::vector<Face> windows;
  const FhogImage cells = fhog(smaller, kBorderCells);
  for (const FaceFilter& filter : face_filters()) {
    const Response response = respond(cells, filter);
    for (std::size_t y = 0; y < response.height; ++y) {
      const float* scores = response.row(y);
      for (std::size_t x = 0; x < response.width; ++x) {
        if (scores[x] < least) continue;
        windows.push_back({middle_of(x, kBorderCells) * scale,
                           middle_of(y, kBorderCells) * scale,
                           kFaceWindowPx * scale,
                           scores[x]});
      }
    }
  }
  return windows;
}

// The mirror image of a filter: it scores a picture as the filter scores the mirrored picture, but
// for the few pixels beside which no whole cell lies.
class MirroredFilter {
 public:
  explicit MirroredFilter(const FaceFilter& filter)
      : terms_(filter.terms.begin(), filter.terms.end()), threshold_(filter.threshold) {
    for (FaceFilterTerm& term : terms_) {
      term.plane = mirrored_fhog_plane(term.plane);
      std::ranges::reverse(term.across);
    }
  }
  FaceFilter filter() const { return {terms_, threshold_}; }

 private:
  std::vector<FaceFilterTerm> terms_;
  float threshold_;
};

// Returns the best score of each filter among the windows whose centre is near the middle of the
// picture, over `sizes` sizes of the picture.
std::vector<double> best_of(const LumaImage& picture,
                            std::span<const FaceFilter> filters,
                            int sizes) {
  check(!filters.empty(), "the face detector has at least one face filter");
  std::vector<double> best(filters.size(), kNothing);
  LumaImage smaller = picture;
  for (int size = 0; size < sizes && static_cast<double>(smaller.width) >= kFaceWindowPx; ++size) {
    if (size > 0) smaller = step_smaller(smaller);
    const FhogImage cells = fhog(smaller, 0);
    const auto width = static_cast<double>(smaller.width);
    const auto height = static_cast<double>(smaller.height);
    for (std::size_t i = 0; i < filters.size(); ++i) {
      const Response response = respond(cells, filters[i]);
      for (std::size_t y = 0; y < response.height; ++y) {
        const float* scores = response.row(y);
        for (std::size_t x = 0; x < response.width; ++x) {
          const double off = std::hypot(middle_of(x, 0) - width / 2, middle_of(y, 0) - height / 2);
          if (off > kMiddle * width) continue;
          best[i] = std::max(best[i], double{scores[x]});
        }
      }
    }
  }
  return best;
}

}  // namespace

bool finds_faces() { return !face_filters().empty(); }

std::vector<Face> find_faces(const LumaImage& picture,
                             double smallest_px,
                             double least_score,
                             double least_share) {
  check(smallest_px > 0, "the smallest face to be found is larger than 0 pixels");
  if (!finds_faces() || picture.bytes.empty()) return {};
  const std::vector<LumaImage> sizes = sizes_of(at_search_size(picture, smallest_px));
  std::vector<Face> found;
  Face best;
  for (auto smaller = sizes.rbegin(); smaller != sizes.rend(); ++smaller) {
    const double scale = static_cast<double>(picture.width) / static_cast<double>(smaller->width);
    const double side = kFaceWindowPx * scale;
    if (best.score >= kCertain && side * kFinerStep < least_share * best.side) break;
    for (const Face& window : windows_of(*smaller, scale, least_score - kNearly)) {
      if (found.empty() || window.score > best.score) best = window;
      found.push_back(window);
    }
  }
  return without_overlaps(std::move(found), least_score);
}

FilterScores best_scores(const LumaImage& picture) {
  const std::vector<double> best = best_of(picture, face_filters().first(3), kMiddleSizes);
  return {best[0], best[1], best[2]};
}

double best_front_score(const LumaImage& picture) {
  static const MirroredFilter mirrored(face_filters()[0]);
  const std::array filters = {face_filters()[0], mirrored.filter()};
  const std::vector<double> best = best_of(picture, filters, kMiddleSizes);
  return (best[0] + best[1]) / 2;
}

double window_score(const LumaImage& picture) {
  const std::vector<double> best = best_of(picture, face_filters().first(3), 1);
  return *std::ranges::max_element(best);
}

}  // namespace countersign
