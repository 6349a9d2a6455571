#include "core/inspection/outline/seen_line.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/check.h"

namespace countersign {
namespace {

constexpr double kAcrossPx = 2;  // how far beside its line a side may be seen
// An edge runs along a side if their directions differ by less: half of the 45 degrees between an
// axis and a diagonal, in radians. Chosen, as the two after it, on the drawn set, not measured.
constexpr double kAligned = 22 * std::numbers::pi / 180;
constexpr double kCornerShare = 0.03;  // of a side's length, at each of its ends
constexpr double kShortestPx = 10;     // of a side that can be judged

constexpr double kMaxBow = 0.04;  // of a side's length; a page that bulges has up to 0.03
// Least share of a side that is seen along a bow. With these two, 42 of 42 drawn pages that curve
// are seen, and as many drawn thumbs over a corner are refused as without them: 243 of 252.
constexpr double kBowSeen = 0.9;
// A side is looked at every so many pixels along a bow: edges are looked for 2 px beside each.
constexpr double kBowSamplePx = 3;
// Samples of a side: at least so many that a tenth of it tells, at most those of 360 px.
constexpr long kBowSamplesLeast = 16;
constexpr long kBowSamplesMost = 120;

// std::floor() and std::remainder() without the calls, which are made for every place of every
// possible side.
long floored(double value) {
  const auto whole = static_cast<long>(value);
  return value < static_cast<double>(whole) ? whole - 1 : whole;
}

// Returns the angle between two lines whose directions differ by `angle`. REQUIRES: up to 2.5 pi.
double between_lines(double angle) {
  constexpr double kHalfTurn = std::numbers::pi;  // radians
  const double off = std::abs(angle);
  return std::min({off, std::abs(off - kHalfTurn), std::abs(off - 2 * kHalfTurn)});
}

// A direction across a side, as an angle and as a vector of length 1.
struct Across {
  double angle = 0;
  double x = 0;
  double y = 0;
};

// Whether an edge at right angles to `across` is at (x, y) or beside it.
bool edge_at(const EdgeMap& edges, double x, double y, const Across& across) {
  for (double off = -kAcrossPx; off <= kAcrossPx; off += 1) {
    const EdgePixel* edge = edges.at(floored(x + off * across.x), floored(y + off * across.y));
    if (edge != nullptr && between_lines(edge->angle - across.angle) < kAligned) return true;
  }
  return false;
}

// How the side of a page that does not lie flat departs from a straight line, along the line's
// normal: a parabola, by its distances from the line at both ends and in the middle.
struct Bow {
  double from = 0;
  double middle = 0;
  double to = 0;

  double at(double share) const {
    const double chord = from + share * (to - from);
    return chord + 4 * share * (1 - share) * rise();
  }
  // The tangent of the angle between the side and the line, where that is `length` long.
  double slope(double share, double length) const {
    return (to - from + 4 * (1 - 2 * share) * rise()) / length;
  }
  double rise() const { return middle - (from + to) / 2; }
};

double seen_along(const EdgeMap& edges,
                  const PicturePoint& from,
                  const PicturePoint& to,
                  const Bow& bow) {
  const double length = distance(from, to);
  Across across = {0, -(to.y - from.y) / length, (to.x - from.x) / length};
  const double normal = std::atan2(across.y, across.x);
  const long samples =
      std::clamp(std::lround(length / kBowSamplePx), kBowSamplesLeast, kBowSamplesMost);
  long seen = 0;
  for (long i = 0; i < samples; ++i) {
    const double step = (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
    const double share = kCornerShare + (1 - 2 * kCornerShare) * step;
    const double x = from.x + share * (to.x - from.x) + bow.at(share) * across.x;
    const double y = from.y + share * (to.y - from.y) + bow.at(share) * across.y;
    across.angle = normal + bow.slope(share, length);  // small, and so its tangent
    seen += edge_at(edges, x, y, across) ? 1 : 0;
  }
  return static_cast<double>(seen) / static_cast<double>(samples);
}

}  // namespace

SeenLine::SeenLine(const PictureLine& line)
    : line_(line), cosine_(std::cos(line.angle)), sine_(std::sin(line.angle)) {}

SeenLine::SeenLine(const PictureLine& line, const EdgeMap& edges, double beyond) : SeenLine(line) {
  const Across across = {line.angle, cosine_, sine_};
  const auto width = static_cast<double>(edges.width);
  const auto height = static_cast<double>(edges.height);
  const double left = -beyond * width;
  const double right = (1 + beyond) * width;
  const double top = -beyond * height;
  const double bottom = (1 + beyond) * height;
  const auto ends = std::minmax(
      {along({left, top}), along({right, top}), along({left, bottom}), along({right, bottom})});
  first_ = std::floor(ends.first);
  const auto places = static_cast<std::size_t>(std::ceil(ends.second) - first_) + 1;
  seen_.reserve(places + 1);
  seen_.push_back(0);
  for (std::size_t i = 0; i < places; ++i) {
    const double at = first_ + static_cast<double>(i);
    const double x = line.offset * across.x - at * across.y;
    const double y = line.offset * across.y + at * across.x;
    seen_.push_back(seen_.back() + (edge_at(edges, x, y, across) ? 1 : 0));
  }
}

double SeenLine::along(const PicturePoint& point) const {
  return point.y * cosine_ - point.x * sine_;
}

std::optional<SeenLine::Stretch> SeenLine::counted(const PicturePoint& from,
                                                   const PicturePoint& to) const {
  const auto [start, end] = std::minmax({along(from), along(to)});
  const double length = end - start;
  if (length < kShortestPx) return std::nullopt;
  const double corner = kCornerShare * length;
  const auto first = static_cast<std::size_t>(std::lround(start + corner - first_));
  const auto last = static_cast<std::size_t>(std::lround(end - corner - first_));
  check(last < seen_.size(), "a side ends where its line was counted");
  return Stretch{first, last};
}

double SeenLine::seen_share(const Stretch& stretch) const {
  return static_cast<double>(seen_[stretch.last] - seen_[stretch.first]) /
         static_cast<double>(stretch.last - stretch.first);
}

double SeenLine::seen_share(const PicturePoint& from, const PicturePoint& to) const {
  const auto side = counted(from, to);
  return side ? seen_share(*side) : 0;
}

double SeenLine::uncovered_share(const PicturePoint& from, const PicturePoint& to) const {
  const auto side = counted(from, to);
  if (!side) return 0;
  const std::size_t quarter = (side->last - side->first) / 4;
  const double middle = seen_share(Stretch{side->first + quarter, side->last - quarter});
  constexpr double kMiddlePart = 0.5;    // of the side
  constexpr double kMiddleCounts = 0.5;  // of what is not seen there
  return seen_share(*side) + kMiddlePart * kMiddleCounts * (1 - middle);
}

double seen_along_bow(const EdgeMap& edges, const PicturePoint& from, const PicturePoint& to) {
  const double length = distance(from, to);
  if (length < kShortestPx) return 0;
  const double most = kMaxBow * length;
  constexpr double kStep = 2 * kAcrossPx;  // a side is looked for on both sides of its curve
  double seen = 0;
  for (double start = -most; start <= most; start += kStep) {
    for (double middle = -most; middle <= most; middle += kStep) {
      for (double end = -most; end <= most; end += kStep) {
        const Bow bow = {start, middle, end};
        if (std::abs(bow.rise()) > most) continue;
        seen = std::max(seen, seen_along(edges, from, to, bow));
      }
    }
  }
  return seen < kBowSeen ? 0 : seen;
}

}  // namespace countersign
