#include "core/inspection/measure/sharpness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/inspection/image/gaussian.h"
#include "core/inspection/image/wide_vectors.h"

namespace countersign {
namespace {

// Unless a comment gives a reason, the numbers of this file were chosen on the drawn set, not
// measured.

// Pixels: the repeated border falsifies the edges next to it, as far as the wider Gaussian reaches.
constexpr std::size_t kMargin = 8;

// For softer edges than this the two gradients differ by less than their rounding.
constexpr double kWidestEdgePx = 20.0;

// An edge votes if it has at least this share of the contrast of the strong edges: noise and soft
// shading must not vote together with print.
constexpr double kVotingShare = 0.5;
// The contrast of the strong edges is exceeded by this share of the edges.
constexpr double kStrongShare = 0.01;
// A direction is judged if its strong edges reach this share of the strongest direction's contrast.
// Motion of 25 px still does, soft shadows do not.
constexpr double kDirectionShare = 0.1;
// It must also have this share of all votes.
constexpr double kDirectionVotes = 0.05;

// The tangent of 22.5 degrees, halfway from an axis to a diagonal.
constexpr double kTangentOf22Degrees = 0.41421356;

struct Edge {
  float contrast;  // across two pixels, at the fine width
  float falloff;   // contrast at the fine width over contrast at the coarse one
};

using EdgesByDirection = std::array<std::vector<Edge>, kEdgeDirections>;

struct Gradient {
  float x;
  float y;
};

Gradient gradient(const std::vector<float>& plane, std::size_t width, std::size_t at) {
  return {plane[at + 1] - plane[at - 1], plane[at + width] - plane[at - width]};
}

std::size_t direction_of(const Gradient& g) {
  const float across = std::abs(g.x);
  const float down = std::abs(g.y);
  if (down < static_cast<float>(kTangentOf22Degrees) * across) return kAlongX;
  if (across < static_cast<float>(kTangentOf22Degrees) * down) return kAlongY;
  return (g.x > 0) == (g.y > 0) ? kDownToTheRight : kDownToTheLeft;
}

// The squared gradients of the pixels of three rows that follow each other.
class SquaredGradients {
 public:
  SquaredGradients(const std::vector<float>& plane, std::size_t width)
      : plane_(plane), width_(width), squared_(3 * width) {}

  // Makes the middle row that of line `y`. REQUIRES: lines come one after the other.
  void move_to(std::size_t y) {
    if (next_ == 0) next_ = y - 1;
    for (; next_ <= y + 1; ++next_) compute(next_);
    rows_ = {row(y - 1), row(y), row(y + 1)};
  }
  float at(std::size_t x) const { return rows_[1][x]; }
  // The pixels before and after one, across an edge of that direction.
  float before(std::size_t x, std::size_t direction) const {
    const std::array<const float*, 4> places = {rows_[1] - 1, rows_[0] - 1, rows_[0], rows_[0] + 1};
    return places[direction][x];
  }
  float after(std::size_t x, std::size_t direction) const {
    const std::array<const float*, 4> places = {rows_[1] + 1, rows_[2] + 1, rows_[2], rows_[2] - 1};
    return places[direction][x];
  }

 private:
  float* row(std::size_t y) { return squared_.data() + y % 3 * width_; }

  void compute(std::size_t y) {
    const float* here = plane_.data() + y * width_;
    with_wide_vectors([ here, width = width_, out = row(y) ]() __attribute__((always_inline)) {
      const float* const above = here - width;
      const float* const below = here + width;
      for (std::size_t x = 1; x + 1 < width; ++x) {
        const float across = here[x + 1] - here[x - 1];
        const float down = below[x] - above[x];
        out[x] = across * across + down * down;
      }
    });
  }

  const std::vector<float>& plane_;
  std::size_t width_;
  std::vector<float> squared_;
  std::array<const float*, 3> rows_{};
  std::size_t next_ = 0;  // the line to be computed next
};

EdgesByDirection find_edges(const LumaImage& luma, double min_contrast) {
  EdgesByDirection edges;
  const std::size_t width = luma.width;
  if (width <= 2 * kMargin || luma.height <= 2 * kMargin) return edges;
  const std::vector<float> fine = gaussian_blurred(luma, kFineEdgeSigma, kFineEdgeRadius);
  const std::vector<float> coarse = gaussian_blurred(luma, kCoarseEdgeSigma, kCoarseEdgeRadius);
  const auto floor = static_cast<float>(min_contrast * min_contrast);
  SquaredGradients gradients(fine, width);
  for (std::size_t y = kMargin; y < luma.height - kMargin; ++y) {
    gradients.move_to(y);
    for (std::size_t x = kMargin; x < width - kMargin; ++x) {
      const float squared = gradients.at(x);
      if (squared < floor) continue;
      const std::size_t at = y * width + x;
      const std::size_t direction = direction_of(gradient(fine, width, at));
      // Only the steepest pixel across an edge counts.
      if (squared < gradients.before(x, direction)) continue;
      if (squared <= gradients.after(x, direction)) continue;
      const Gradient coarser = gradient(coarse, width, at);
      const float again = coarser.x * coarser.x + coarser.y * coarser.y;
      const float falloff = std::sqrt(squared / std::max(again, 1e-6F));
      edges[direction].push_back({std::sqrt(squared), falloff});
    }
  }
  return edges;
}

float strong_contrast(std::vector<Edge>& edges, std::size_t min_edges) {
  if (edges.size() < min_edges) return 0;
  const auto strong = static_cast<std::size_t>(kStrongShare * static_cast<double>(edges.size()));
  const auto rank = edges.begin() + static_cast<std::ptrdiff_t>(
                                        std::min(std::max(strong, min_edges), edges.size()) - 1);
  std::nth_element(edges.begin(), rank, edges.end(), [](const Edge& a, const Edge& b) {
    return a.contrast > b.contrast;
  });
  return rank->contrast;
}

}  // namespace

double edge_width_of_falloff(double falloff) {
  const double ratio = falloff * falloff;
  if (ratio <= 1.0) return kWidestEdgePx;
  const double squared =
      (kCoarseEdgeSigma * kCoarseEdgeSigma - ratio * kFineEdgeSigma * kFineEdgeSigma) /
      (ratio - 1.0);
  if (squared <= 0) return 0;
  return std::min(std::sqrt(squared), kWidestEdgePx);
}

std::optional<EdgeWidths> edge_widths_px(const LumaImage& luma, const SharpnessRules& rules) {
  EdgesByDirection edges = find_edges(luma, rules.min_edge_contrast);
  std::array<float, kEdgeDirections> strong{};
  for (std::size_t i = 0; i < kEdgeDirections; ++i) {
    strong[i] = strong_contrast(edges[i], rules.min_edges);
  }
  const float strongest = *std::max_element(strong.begin(), strong.end());
  if (strongest == 0) return std::nullopt;

  std::array<std::vector<float>, kEdgeDirections> votes;
  std::size_t all_votes = 0;
  for (std::size_t i = 0; i < kEdgeDirections; ++i) {
    if (strong[i] < static_cast<float>(kDirectionShare) * strongest) continue;
    for (const Edge& edge : edges[i]) {
      if (edge.contrast >= static_cast<float>(kVotingShare) * strong[i]) {
        votes[i].push_back(edge.falloff);
      }
    }
    all_votes += votes[i].size();
  }
  EdgeWidths widths = {0, kWidestEdgePx};
  bool judged = false;
  for (std::size_t i = 0; i < kEdgeDirections; ++i) {
    std::vector<float>& falloffs = votes[i];
    if (falloffs.size() < rules.min_edges) continue;
    if (static_cast<double>(falloffs.size()) < kDirectionVotes * static_cast<double>(all_votes)) {
      continue;
    }
    const auto middle = falloffs.begin() + static_cast<std::ptrdiff_t>(falloffs.size() / 2);
    std::nth_element(falloffs.begin(), middle, falloffs.end());
    const double width = edge_width_of_falloff(static_cast<double>(*middle));
    widths.softest = std::max(widths.softest, width);
    widths.sharpest = std::min(widths.sharpest, width);
    widths.by_direction[i] = width;
    judged = true;
  }
  return judged ? widths : EdgeWidths{};
}

}  // namespace countersign
