#include "core/inspection/zone/print_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace countersign {
namespace {

// The shares and ratios below were chosen on the first set of real specimens (docs/inspection.md),
// and not measured singly. "Most" limits keep the work bounded whatever a picture shows.

// Lines and chains that are kept, the longest first; blobs of one square that are compared with
// one.
constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostChains = 800;
constexpr std::size_t kMostNeighbours = 64;

// The next character, in heights of the taller of the two. A capital is about as high as its pitch,
// so that one character may be lost in between.
constexpr float kNearest = 0.45F;
constexpr float kFarthest = 2.2F;
constexpr float kMaxRise = 0.45F;         // of the distance: 24 degrees; frames are 45 apart
constexpr float kMinHeightRatio = 0.42F;  // a filler beside a capital
constexpr float kMaxWidth = 1.7F;         // of a blob, in heights; wider ones are joined letters
// The costs of a pixel of rise, and of a pixel of another height, beside a pixel of distance.
constexpr float kRiseCost = 2.5F;
constexpr float kHeightCost = 0.6F;

constexpr std::size_t kMinChain = 4;  // blobs: three steps, the fewest that have a median
constexpr double kEvenStep = 0.3;     // of the median, by which a step may be off
constexpr double kMinEvenness = 0.5;  // the least share of even steps
// The shares of the pitch so far and of the next step in the pitch that goes on.
constexpr double kOldPitchShare = 0.9;
constexpr double kNewPitchShare = 0.1;
constexpr double kLeastCourseOffPx = 2;  // a box is known to a pixel or two
constexpr double kMostCourseOff = 4;     // medians of the distances from the course

// Two chains that are parts of one line: by what share their pitches may differ, how many pitches a
// flaw may be long, and how far one may be from the course of the other, in heights and for each
// pixel of the gap.
constexpr double kChainsSamePitch = 0.22;
constexpr double kMaxGap = 7;
constexpr double kOffInHeights = 0.5;
constexpr double kOffOfGap = 0.02;

// A line of a zone has 30 characters or more. Half of its characters, and two fifths of its length,
// may be unseen.
constexpr std::size_t kMinBlobs = 14;
constexpr double kMinPitches = 18;
constexpr double kMaxSlope = 0.5;  // pixels down for one across: frames are 45 degrees apart
constexpr std::size_t kMinBlobsOfCurve = 20;  // for a parabola; fewer are fitted by a straight line

constexpr std::int32_t kNone = -1;  // no blob

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Blobs by the square of the picture in which they are.
class Squares {
 public:
  Squares(const std::vector<Blob>& blobs, float side) : side_(side) {
    float right = 0;
    float bottom = 0;
    for (const Blob& blob : blobs) {
      left_ = std::min(left_, blob.x);
      top_ = std::min(top_, blob.y);
      right = std::max(right, blob.x);
      bottom = std::max(bottom, blob.y);
    }
    columns_ = static_cast<std::size_t>((right - left_) / side_) + 1;
    squares_.resize(columns_ * (static_cast<std::size_t>((bottom - top_) / side_) + 1));
    for (std::size_t i = 0; i < blobs.size(); ++i) {
      std::vector<std::int32_t>& square = squares_[index_of(blobs[i])];
      if (square.size() < kMostNeighbours) square.push_back(static_cast<std::int32_t>(i));
    }
  }

  // Calls visit(index) for the blobs in the squares at most `reach` to the right of a blob's, and
  // at most half of that above and below.
  template <class Visit>
  void near(const Blob& blob, float reach, Visit visit) const {
    const std::size_t at = index_of(blob);
    const std::size_t column = at % columns_;
    const std::size_t row = at / columns_;
    const auto squares = static_cast<std::size_t>(reach / side_) + 1;
    const std::size_t rows = squares_.size() / columns_;
    const std::size_t first = row > squares / 2 + 1 ? row - squares / 2 - 1 : 0;
    for (std::size_t y = first; y < std::min(rows, row + squares / 2 + 2); ++y) {
      for (std::size_t x = column; x < std::min(columns_, column + squares + 1); ++x) {
        for (const std::int32_t i : squares_[y * columns_ + x]) visit(i);
      }
    }
  }

 private:
  std::size_t index_of(const Blob& blob) const {
    return static_cast<std::size_t>((blob.y - top_) / side_) * columns_ +
           static_cast<std::size_t>((blob.x - left_) / side_);
  }

  float side_;
  float left_ = std::numeric_limits<float>::max();
  float top_ = std::numeric_limits<float>::max();
  std::size_t columns_ = 1;
  std::vector<std::vector<std::int32_t>> squares_;
};

// How unlikely it is that `b` is the character after `a`; empty if it cannot be.
std::optional<float> step_cost(const Blob& a, const Blob& b) {
  const float taller = std::max(a.height, b.height);
  const float lower = std::min(a.height, b.height);
  if (lower < kMinHeightRatio * taller) return std::nullopt;
  const float along = b.x - a.x;
  const float rise = std::abs(b.y - a.y);
  if (along < kNearest * taller || along > kFarthest * taller || rise > kMaxRise * along) {
    return std::nullopt;
  }
  return along + kRiseCost * rise + kHeightCost * (taller - lower);
}

// For each blob the one to the right that continues its line, if each is the best for the other.
std::vector<std::int32_t> successors(const std::vector<Blob>& blobs) {
  constexpr float kSquare = 24;  // pixels; only the speed depends on it
  const Squares squares(blobs, kSquare);
  std::vector<std::int32_t> next(blobs.size(), kNone);
  std::vector<std::int32_t> previous(blobs.size(), kNone);
  std::vector<float> costs(blobs.size(), std::numeric_limits<float>::max());
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    float least = std::numeric_limits<float>::max();
    std::int32_t nearest = kNone;
    // The taller one's height is at most that of this one over the least ratio.
    const float reach = kFarthest * blobs[i].height / kMinHeightRatio;
    squares.near(blobs[i], reach, [&](std::int32_t j) {
      const auto cost = step_cost(blobs[i], blobs[static_cast<std::size_t>(j)]);
      if (!cost || *cost >= least) return;
      least = *cost;
      nearest = j;
    });
    if (nearest == kNone) continue;
    const auto to = static_cast<std::size_t>(nearest);
    if (least >= costs[to]) continue;
    if (previous[to] != kNone) next[static_cast<std::size_t>(previous[to])] = kNone;
    next[i] = nearest;
    previous[to] = static_cast<std::int32_t>(i);
    costs[to] = least;
  }
  return next;
}

struct Sums {
  double n = 0, x = 0, xx = 0, xxx = 0, xxxx = 0, y = 0, xy = 0, xxy = 0;

  void add(double at, double value) {
    n += 1;
    x += at;
    xx += at * at;
    xxx += at * at * at;
    xxxx += at * at * at * at;
    y += value;
    xy += at * value;
    xxy += at * at * value;
  }
};

struct Curve {
  double level = 0;
  double slope = 0;
  double bend = 0;
};

std::optional<Curve> straight(const Sums& s) {
  const double det = s.n * s.xx - s.x * s.x;
  if (s.n < 3 || det <= 0) return std::nullopt;
  const double slope = (s.n * s.xy - s.x * s.y) / det;
  return Curve{(s.y - slope * s.x) / s.n, slope, 0};
}

// The parabola by Cramer's rule.
std::optional<Curve> curved(const Sums& s) {
  const double det = s.n * (s.xx * s.xxxx - s.xxx * s.xxx) - s.x * (s.x * s.xxxx - s.xxx * s.xx) +
                     s.xx * (s.x * s.xxx - s.xx * s.xx);
  if (s.n < static_cast<double>(kMinBlobsOfCurve) || det <= 0) return std::nullopt;
  Curve curve;
  curve.level = (s.y * (s.xx * s.xxxx - s.xxx * s.xxx) - s.x * (s.xy * s.xxxx - s.xxx * s.xxy) +
                 s.xx * (s.xy * s.xxx - s.xx * s.xxy)) /
                det;
  curve.slope = (s.n * (s.xy * s.xxxx - s.xxy * s.xxx) - s.y * (s.x * s.xxxx - s.xxx * s.xx) +
                 s.xx * (s.x * s.xxy - s.xx * s.xy)) /
                det;
  curve.bend = (s.n * (s.xx * s.xxy - s.xxx * s.xy) - s.x * (s.x * s.xxy - s.xy * s.xx) +
                s.y * (s.x * s.xxx - s.xx * s.xx)) /
               det;
  return curve;
}

// Fits the course of the line by least squares, three times, each time without the blobs that are
// far off. The last fit may be a parabola: pages bend.
void fit_course(PrintLine& line) {
  double middle = 0;
  for (const Blob& blob : line.blobs) middle += static_cast<double>(blob.x);
  middle /= static_cast<double>(line.blobs.size());
  const double scale = std::max(1.0, line.last_x() - line.first_x());
  double limit = std::numeric_limits<double>::max();
  Curve best;
  for (int round = 0; round < 3; ++round) {
    Sums sums;
    for (const Blob& blob : line.blobs) {
      const double x = (static_cast<double>(blob.x) - middle) / scale;
      const auto y = static_cast<double>(blob.y);
      if (round > 0 && std::abs(y - best.level - (best.slope + best.bend * x) * x) > limit)
        continue;
      sums.add(x, y);
    }
    const auto fitted = round == 2 && curved(sums) ? curved(sums) : straight(sums);
    if (!fitted) break;
    best = *fitted;
    std::vector<double> off;
    for (const Blob& blob : line.blobs) {
      const double x = (static_cast<double>(blob.x) - middle) / scale;
      off.push_back(
          std::abs(static_cast<double>(blob.y) - best.level - (best.slope + best.bend * x) * x));
    }
    // A bend shows as an offset of the straight line.
    limit = std::max(kLeastCourseOffPx, kMostCourseOff * median_of(std::move(off)));
  }
  const double slope = best.slope / scale;
  const double bend = best.bend / (scale * scale);
  line.bend = bend;
  line.slope = slope - 2 * bend * middle;
  line.level = best.level - slope * middle + bend * middle * middle;
}

// The pitch by least squares over all characters, from the median of the steps, which is known to
// half a pixel only: the place of the i-th character is place + pitch i + widening i² / 2.
void fit_pitch(PrintLine& line, double median) {
  std::vector<double> index = {0};
  double step = median;
  for (std::size_t i = 1; i < line.blobs.size(); ++i) {
    const auto along = static_cast<double>(line.blobs[i].x - line.blobs[i - 1].x);
    const double characters = std::max(1.0, std::round(along / step));
    index.push_back(index.back() + characters);
    // The pitch changes slowly along the line.
    if (characters == 1) step = kOldPitchShare * step + kNewPitchShare * along;
  }
  const double middle = index.back() / 2;
  const double scale = std::max(1.0, index.back());
  Sums sums;
  for (std::size_t i = 0; i < index.size(); ++i) {
    sums.add((index[i] - middle) / scale, static_cast<double>(line.blobs[i].x - line.blobs[0].x));
  }
  const auto fitted = curved(sums) ? curved(sums) : straight(sums);
  line.pitch = median;
  line.widening = 0;
  if (!fitted) return;
  const double pitch = fitted->slope / scale;
  if (std::abs(pitch - median) > kEvenStep * median) return;
  line.pitch = pitch;
  line.widening = 2 * fitted->bend / (scale * scale);
}

void measure(PrintLine& line) {
  std::vector<double> steps;
  std::vector<double> heights;
  for (std::size_t i = 0; i < line.blobs.size(); ++i) {
    heights.push_back(static_cast<double>(line.blobs[i].height));
    if (i > 0) steps.push_back(static_cast<double>(line.blobs[i].x - line.blobs[i - 1].x));
  }
  const double median = median_of(steps);
  line.height = median_of(std::move(heights));
  const auto even = std::ranges::count_if(
      steps, [&](double step) { return std::abs(step - median) < kEvenStep * median; });
  fit_pitch(line, median);
  line.evenness = static_cast<double>(even) / static_cast<double>(steps.size());
  fit_course(line);
}

std::vector<PrintLine> chains_of(const std::vector<Blob>& blobs) {
  const std::vector<std::int32_t> next = successors(blobs);
  std::vector<bool> begins(blobs.size(), true);
  for (const std::int32_t i : next) {
    if (i != kNone) begins[static_cast<std::size_t>(i)] = false;
  }
  std::vector<PrintLine> chains;
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    if (!begins[i]) continue;
    PrintLine chain;
    for (auto at = static_cast<std::int32_t>(i); at != kNone;
         at = next[static_cast<std::size_t>(at)]) {
      chain.blobs.push_back(blobs[static_cast<std::size_t>(at)]);
    }
    if (chain.blobs.size() < kMinChain) continue;
    measure(chain);
    if (chain.evenness >= kMinEvenness) chains.push_back(std::move(chain));
  }
  std::ranges::stable_sort(chains, [](const PrintLine& a, const PrintLine& b) {
    return a.blobs.size() > b.blobs.size();
  });
  if (chains.size() > kMostChains) chains.resize(kMostChains);
  return chains;
}

// Whether `other` continues `line`, to the right or to the left.
bool continues(const PrintLine& line, const PrintLine& other) {
  if (std::abs(line.pitch - other.pitch) > kChainsSamePitch * line.pitch) return false;
  const bool after = other.first_x() > line.last_x();
  if (!after && other.last_x() >= line.first_x()) return false;
  const double gap = after ? other.first_x() - line.last_x() : line.first_x() - other.last_x();
  if (gap > kMaxGap * line.pitch) return false;
  // Near the end of the line, where its course is known best.
  const double x = after ? other.first_x() : other.last_x();
  return std::abs(line.y(x) - other.y(x)) < kOffInHeights * line.height + kOffOfGap * gap;
}

// Joins the parts of lines that a flaw divides, the longest first.
void join_parts(std::vector<PrintLine>& chains) {
  for (std::size_t i = 0; i < chains.size(); ++i) {
    PrintLine& line = chains[i];
    if (line.blobs.empty()) continue;
    bool grew = true;
    while (grew) {
      grew = false;
      for (std::size_t j = i + 1; j < chains.size(); ++j) {
        PrintLine& part = chains[j];
        if (part.blobs.empty() || !continues(line, part)) continue;
        const bool after = part.first_x() > line.last_x();
        line.blobs.insert(
            after ? line.blobs.end() : line.blobs.begin(), part.blobs.begin(), part.blobs.end());
        part.blobs.clear();
        measure(line);
        grew = true;
      }
    }
  }
}

}  // namespace

std::vector<PrintLine> find_print_lines(const std::vector<Blob>& blobs) {
  std::vector<Blob> characters;
  for (const Blob& blob : blobs) {
    if (blob.width <= kMaxWidth * blob.height) characters.push_back(blob);
  }
  if (characters.size() < kMinBlobs) return {};
  std::vector<PrintLine> chains = chains_of(characters);
  join_parts(chains);
  std::erase_if(chains, [](const PrintLine& line) {
    return line.blobs.size() < kMinBlobs || line.characters() < kMinPitches + 1 ||
           std::abs(line.slope_at((line.first_x() + line.last_x()) / 2)) > kMaxSlope;
  });
  std::ranges::stable_sort(chains, [](const PrintLine& a, const PrintLine& b) {
    return a.blobs.size() > b.blobs.size();
  });
  if (chains.size() > kMostLines) chains.resize(kMostLines);
  return chains;
}

}  // namespace countersign
