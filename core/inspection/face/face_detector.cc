#include "core/inspection/face/face_detector.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/check.h"
#include "core/inspection/face/face_filters.h"
#include "core/inspection/face/fhog.h"

namespace countersign {
namespace {

static_assert(kFaceWindowPx == kFaceFilterCells * kFhogCellPx);
constexpr std::size_t kBorderCells = 4;  // how far a face may extend beyond the picture
constexpr double kMostPixels = 2e6;      // maximum size of an enlarged picture
constexpr std::size_t kSmallestPx = 64;  // smallest side of a picture that is searched
constexpr double kOverlap = 0.3;         // of two faces: intersection over union
constexpr double kInside = 0.6;          // share of one face that the other covers

// Windows up to kNearly below the least score of a face refine its place and size too; kSharpness
// is how much more a better fit counts.
constexpr double kNearly = 0.6;
constexpr double kSharpness = 5;

// The middle of a picture, as a share of its width; the score that stands for no face at all; and
// the number of sizes that are tried.
constexpr double kMiddle = 0.2;
constexpr double kNothing = -1.2;
constexpr int kMiddleSizes = 6;

// The score of a filter at every position of its window.
struct Response {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<float> scores;
};

// Adds one row of a filter, slid along a row of cells, to `out`. The order of the additions is
// fixed, so that vectors of any length give the same result.
inline __attribute__((always_inline)) void add_row(const float* cells,
                                                   const float* weights,
                                                   std::size_t count,
                                                   float* out) {
  static_assert(kFaceFilterCells == 10);
  for (std::size_t x = 0; x < count; ++x) {
    const float* c = cells + x;
    out[x] += c[0] * weights[0] + c[1] * weights[1] + c[2] * weights[2] + c[3] * weights[3] +
              c[4] * weights[4] + c[5] * weights[5] + c[6] * weights[6] + c[7] * weights[7] +
              c[8] * weights[8] + c[9] * weights[9];
  }
}

inline __attribute__((always_inline)) void add_filter(const FhogImage& cells,
                                                      const FaceFilter& filter,
                                                      Response& response) {
  for (std::size_t y = 0; y < response.height; ++y) {
    float* out = response.scores.data() + y * response.width;
    for (std::size_t plane = 0; plane < kFhogPlanes; ++plane) {
      for (std::size_t row = 0; row < kFaceFilterCells; ++row) {
        add_row(cells.row(plane, y + row), filter.row(plane, row), response.width, out);
      }
    }
  }
}

#if defined(__x86_64__)
// Twice as fast. Without fused multiply-add, because it rounds differently.
__attribute__((target("avx2"))) void add_filter_avx2(const FhogImage& cells,
                                                     const FaceFilter& filter,
                                                     Response& response) {
  add_filter(cells, filter, response);
}
bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#endif

Response respond(const FhogImage& cells, const FaceFilter& filter) {
  if (cells.width < kFaceFilterCells || cells.height < kFaceFilterCells) return {};
  Response response;
  response.width = cells.width - kFaceFilterCells + 1;
  response.height = cells.height - kFaceFilterCells + 1;
  response.scores.assign(response.width * response.height, -filter.threshold);
#if defined(__x86_64__)
  if (has_avx2()) {
    add_filter_avx2(cells, filter, response);
    return response;
  }
#endif
  add_filter(cells, filter, response);
  return response;
}

// Returns the picture at another size by bilinear interpolation. Use `shrunk` for a much smaller
// size.
// REQUIRES: a picture with pixels.
LumaImage resized(const LumaImage& picture, std::size_t width, std::size_t height) {
  LumaImage result{width, height, std::vector<std::uint8_t>(width * height)};
  struct Place {
    std::size_t first;
    std::size_t second;
    unsigned of_second;  // in 1/256
  };
  const auto places = [](std::size_t from, std::size_t to) {
    std::vector<Place> result_places(to);
    const double step = static_cast<double>(from) / static_cast<double>(to);
    for (std::size_t i = 0; i < to; ++i) {
      const double at = std::max(0.0, (static_cast<double>(i) + 0.5) * step - 0.5);
      const auto first = std::min(static_cast<std::size_t>(at), from - 1);
      result_places[i] = {first,
                          std::min(first + 1, from - 1),
                          static_cast<unsigned>((at - static_cast<double>(first)) * 256)};
    }
    return result_places;
  };
  const std::vector<Place> columns = places(picture.width, result.width);
  const std::vector<Place> rows = places(picture.height, result.height);
  for (std::size_t y = 0; y < result.height; ++y) {
    const std::uint8_t* upper = picture.row(rows[y].first);
    const std::uint8_t* lower = picture.row(rows[y].second);
    std::uint8_t* out = result.bytes.data() + y * result.width;
    for (std::size_t x = 0; x < result.width; ++x) {
      const Place& column = columns[x];
      const unsigned left = 256 - column.of_second;
      const unsigned top = upper[column.first] * left + upper[column.second] * column.of_second;
      const unsigned bottom = lower[column.first] * left + lower[column.second] * column.of_second;
      out[x] = static_cast<std::uint8_t>(
          (top * (256 - rows[y].of_second) + bottom * rows[y].of_second + 32768) >> 16);
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
    const double weight = std::exp(kSharpness * (other.score - face.score));
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

// The centre of a window, in pixels.
double middle_of(std::size_t cell, std::size_t border) {
  constexpr int kHalf = kFaceFilterCells / 2;
  return (static_cast<double>(cell) - static_cast<double>(border) + 1 + kHalf) * kFhogCellPx;
}

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
        for (std::size_t x = 0; x < response.width; ++x) {
          const double off = std::hypot(middle_of(x, 0) - width / 2, middle_of(y, 0) - height / 2);
          if (off > kMiddle * width) continue;
          best[i] = std::max(best[i], double{response.scores[y * response.width + x]});
        }
      }
    }
  }
  return best;
}

}  // namespace

bool finds_faces() { return !face_filters().empty(); }

void load_face_detector() {
  constexpr auto kSide = static_cast<std::size_t>(kFaceWindowPx);
  (void)find_faces({kSide, kSide, std::vector<std::uint8_t>(kSide * kSide)}, kFaceWindowPx, 0);
}

std::vector<Face> find_faces(const LumaImage& picture, double smallest_px, double least_score) {
  check(smallest_px > 0, "the smallest face to be found is larger than 0 pixels");
  std::vector<Face> found;
  if (!finds_faces()) return found;
  if (picture.bytes.empty()) return found;
  LumaImage smaller = at_search_size(picture, smallest_px);
  while (smaller.width >= kSmallestPx && smaller.height >= kSmallestPx) {
    const double scale = static_cast<double>(picture.width) / static_cast<double>(smaller.width);
    const FhogImage cells = fhog(smaller, kBorderCells);
    for (const FaceFilter& filter : face_filters()) {
      const Response response = respond(cells, filter);
      for (std::size_t y = 0; y < response.height; ++y) {
        for (std::size_t x = 0; x < response.width; ++x) {
          const float score = response.scores[y * response.width + x];
          if (score < least_score - kNearly) continue;
          found.push_back({middle_of(x, kBorderCells) * scale,
                           middle_of(y, kBorderCells) * scale,
                           kFaceWindowPx * scale,
                           score});
        }
      }
    }
    smaller = step_smaller(smaller);
  }
  return without_overlaps(std::move(found), least_score);
}

FilterScores best_scores(const LumaImage& picture) {
  const std::vector<double> best = best_of(picture, face_filters().first(3), kMiddleSizes);
  return {best[0], best[1], best[2]};
}

double best_front_score(const LumaImage& picture) {
  return best_of(picture, face_filters().first(1), kMiddleSizes)[0];
}

double window_score(const LumaImage& picture) {
  const std::vector<double> best = best_of(picture, face_filters().first(3), 1);
  return *std::ranges::max_element(best);
}

}  // namespace countersign
