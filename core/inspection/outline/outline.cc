#include "core/inspection/outline/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "core/inspection/outline/document_size.h"
#include "core/inspection/outline/edge_map.h"
#include "core/inspection/outline/line_search.h"

namespace countersign {
namespace {

constexpr std::size_t kSearchPixels = 400UL * 300;  // enough to see four straight lines
constexpr std::size_t kMinSide = 60;
constexpr std::size_t kMinEdges = 100;
constexpr std::size_t kLines = 14;  // in each direction: 8281 quadrilaterals

constexpr double kBeyond = 0.06;        // share of the picture by which a corner may lie outside
constexpr double kMinSideShare = 0.08;  // of the picture's shorter side
constexpr double kMinAreaShare = 0.02;
constexpr double kMaxTaper = 2;         // largest ratio of opposite sides
constexpr double kMaxAspectOff = 0.30;  // largest difference of log(aspect) from the nearer shape
constexpr double kMinSeen = 0.3;        // least share of each side
constexpr double kMinSine = 0.3;        // of the angle between sides

constexpr double kInsidePx = 4;  // distance from the line at which the paper is sampled
constexpr long kEvenSamples = 41;
constexpr double kEvenSpread = 14;   // median deviation of the colour that paper does not have
constexpr double kUnevenCost = 0.2;  // largest share of the score that it costs

// For a part of a document, of which three sides are seen.
constexpr double kMinCutArea = 0.10;
// A clear outline below this size is not a part of a document: it is a whole document, far away.
constexpr double kMaxFarArea = 0.06;
constexpr double kMinCutSeen = 0.7;
// Three sides must show clearly more than four.
constexpr double kCutGain = 0.1;

constexpr double kSearchAcrossPx = 2;  // how far beside its line a side may be seen
constexpr double kMaxBow = 0.04;       // of a side's length; a page that bulges has up to 0.03
constexpr double kBowSeen = 0.9;       // least share of a side that is seen along a bow
constexpr double kAligned = 22 * std::numbers::pi / 180;

std::optional<PicturePoint> crossing(const PictureLine& a, const PictureLine& b) {
  const double sine = std::sin(b.angle - a.angle);
  if (std::abs(sine) < kMinSine) return std::nullopt;
  return PicturePoint{(a.offset * std::sin(b.angle) - b.offset * std::sin(a.angle)) / sine,
                      (b.offset * std::cos(a.angle) - a.offset * std::cos(b.angle)) / sine};
}

// std::floor() and std::remainder() without the calls, which are made for every edge of every
// possible side.
long floored(double value) {
  const auto whole = static_cast<long>(value);
  return value < static_cast<double>(whole) ? whole - 1 : whole;
}

// Returns the angle between two lines whose directions differ by `angle`. REQUIRES: up to 2.5 pi.
double between_lines(double angle) {
  constexpr double kHalfTurn = std::numbers::pi;
  const double off = std::abs(angle);
  return std::min({off, std::abs(off - kHalfTurn), std::abs(off - 2 * kHalfTurn)});
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

// Returns the share of a side along which there are edges parallel to it.
double seen_share(const EdgeMap& edges,
                  const PicturePoint& from,
                  const PicturePoint& to,
                  const Bow& bow = {}) {
  const double length = distance(from, to);
  if (length < 10) return 0;
  const double normal_x = -(to.y - from.y) / length;
  const double normal_y = (to.x - from.x) / length;
  const double normal = std::atan2(normal_y, normal_x);
  const long samples = std::clamp(std::lround(length / 3), 16L, 120L);
  long seen = 0;
  for (long i = 0; i < samples; ++i) {
    // The corners are round and belong to no side.
    const double share =
        0.03 + 0.94 * (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
    const double x = from.x + share * (to.x - from.x) + bow.at(share) * normal_x;
    const double y = from.y + share * (to.y - from.y) + bow.at(share) * normal_y;
    const double across = normal + bow.slope(share, length);  // small, and so its tangent
    bool found = false;
    for (double off = -kSearchAcrossPx; off <= kSearchAcrossPx && !found; off += 1) {
      const EdgePixel* edge = edges.at(floored(x + off * normal_x), floored(y + off * normal_y));
      found = edge != nullptr && between_lines(edge->angle - across) < kAligned;
    }
    seen += found ? 1 : 0;
  }
  return static_cast<double>(seen) / static_cast<double>(samples);
}

// Returns the largest share of a side that is seen along a bow, if nearly all of it is, else 0. Of
// so many bows one may meet other edges along a part of a side; none meets them along all of it.
double seen_along_bow(const EdgeMap& edges, const PicturePoint& from, const PicturePoint& to) {
  const double most = kMaxBow * distance(from, to);
  constexpr double kStep = 2 * kSearchAcrossPx;  // a side is looked for on both sides of its line
  double seen = 0;
  for (double start = -most; start <= most; start += kStep) {
    for (double middle = -most; middle <= most; middle += kStep) {
      for (double end = -most; end <= most; end += kStep) {
        const Bow bow = {start, middle, end};
        if (std::abs(bow.rise()) > most) continue;
        seen = std::max(seen, seen_share(edges, from, to, bow));
      }
    }
  }
  return seen < kBowSeen ? 0 : seen;
}

// Returns how even the colour is just inside a side: 1 for paper, less where it changes, as from
// tile to tile of a floor. Print up to the border covers less than half of the side.
double evenness(const ColourPlanes& planes, const PicturePoint& from, const PicturePoint& to) {
  const double length = distance(from, to);
  const double inwards_x = -(to.y - from.y) / length;
  const double inwards_y = (to.x - from.x) / length;
  const auto width = static_cast<double>(planes[0].width);
  const auto height = static_cast<double>(planes[0].height);
  double spread = 0;
  for (const LumaImage& plane : planes) {
    std::vector<int> values;
    for (long i = 0; i < kEvenSamples; ++i) {
      const double share = 0.06 + 0.88 * (static_cast<double>(i) + 0.5) / kEvenSamples;
      const double x = from.x + share * (to.x - from.x) + kInsidePx * inwards_x;
      const double y = from.y + share * (to.y - from.y) + kInsidePx * inwards_y;
      values.push_back(plane.at(static_cast<std::size_t>(std::clamp(x, 0.0, width - 1)),
                                static_cast<std::size_t>(std::clamp(y, 0.0, height - 1))));
    }
    const auto middle = values.begin() + kEvenSamples / 2;
    std::nth_element(values.begin(), middle, values.end());
    const int median = *middle;
    for (int& value : values) value = std::abs(value - median);
    std::nth_element(values.begin(), middle, values.end());
    spread += *middle / 3.0;
  }
  const double steps = spread / kEvenSpread;
  return 1 / (1 + steps * steps);
}

double aspect_of(const Quadrilateral& q) {
  return (distance(q[0], q[1]) + distance(q[2], q[3])) /
         (distance(q[1], q[2]) + distance(q[3], q[0]));
}

// Returns 0 for the shape of a document, else the difference of the logarithms.
double aspect_off(double aspect) {
  const double lying = std::abs(std::log(aspect));
  return std::min(std::abs(lying - std::log(aspect_of(DocumentSize::Id1))),
                  std::abs(lying - std::log(aspect_of(DocumentSize::Id3))));
}

class Search {
 public:
  Search(const ColourPlanes& planes, const DocumentThresholds& thresholds)
      : planes_(planes),
        thresholds_(thresholds),
        edges_(find_edges_of(planes)),
        width_(static_cast<double>(edges_.width)),
        height_(static_cast<double>(edges_.height)) {}

  Outlines run() {
    if (edges_.pixels.size() < kMinEdges) return {};
    const auto upright = sorted_upright(strongest_lines(edges_, LineDirection::Upright, kLines));
    const auto level = sorted_level(strongest_lines(edges_, LineDirection::Level, kLines));
    for (std::size_t left = 0; left < upright.size(); ++left) {
      for (std::size_t right = left + 1; right < upright.size(); ++right) {
        for (std::size_t top = 0; top < level.size(); ++top) {
          for (std::size_t bottom = top + 1; bottom < level.size(); ++bottom) {
            consider(upright[left], upright[right], level[top], level[bottom]);
          }
        }
      }
    }
    // An outline that is too poor to be a document may be a part of one.
    const bool poor = !best_ || best_->score < thresholds_.outline.error;
    if (best_) follow_bows(*best_);
    const std::optional<Outline> whole = best_;
    if (!poor || (whole && far_away(*whole))) return {whole, whole};
    consider_cut(upright, level);
    if (whole && best_->cut && best_->score < whole->score + kCutGain) best_ = whole;
    return {best_, whole};
  }

 private:
  using Lines = std::vector<PictureLine>;

  // Counts a side that bulges as seen where it is seen.
  void follow_bows(Outline& outline) const {
    for (std::size_t i = 0; i < outline.corners.size(); ++i) {
      if (outline.seen[i] >= thresholds_.side_seen.error) continue;
      const PicturePoint& to = outline.corners[(i + 1) % outline.corners.size()];
      outline.seen[i] = std::max(outline.seen[i], seen_along_bow(edges_, outline.corners[i], to));
    }
  }

  bool far_away(const Outline& outline) const {
    return outline.clearness >= thresholds_.far_outline &&
           area_of(outline.corners) < kMaxFarArea * width_ * height_;
  }

  Lines sorted_upright(Lines lines) const {
    std::sort(lines.begin(), lines.end(), [&](const PictureLine& a, const PictureLine& b) {
      return a.x_at(height_ / 2) < b.x_at(height_ / 2);
    });
    return lines;
  }
  Lines sorted_level(Lines lines) const {
    std::sort(lines.begin(), lines.end(), [&](const PictureLine& a, const PictureLine& b) {
      return a.y_at(width_ / 2) < b.y_at(width_ / 2);
    });
    return lines;
  }

  static std::optional<Quadrilateral> crossings(const PictureLine& left,
                                                const PictureLine& right,
                                                const PictureLine& top,
                                                const PictureLine& bottom) {
    const auto top_left = crossing(left, top);
    const auto top_right = crossing(right, top);
    const auto bottom_right = crossing(right, bottom);
    const auto bottom_left = crossing(left, bottom);
    if (!top_left || !top_right || !bottom_right || !bottom_left) return std::nullopt;
    return Quadrilateral{*top_left, *top_right, *bottom_right, *bottom_left};
  }

  void consider(const PictureLine& left,
                const PictureLine& right,
                const PictureLine& top,
                const PictureLine& bottom) {
    const auto corners = crossings(left, right, top, bottom);
    if (!corners) return;
    Outline found;
    found.corners = *corners;
    if (!inside(found.corners) || !possible(found.corners)) return;
    const double area = area_of(found.corners) / (width_ * height_);
    const double off = aspect_off(aspect_of(found.corners));
    if (area < kMinAreaShare || off > kMaxAspectOff) return;
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      found.seen[i] = seen_share(edges_, found.corners[i], found.corners[(i + 1) % 4]);
      if (found.seen[i] < kMinSeen) return;
      sum += found.seen[i];
    }
    // One missing side is worse than four faint ones. If two outlines are equally visible, the
    // larger one is the document, and the smaller one a frame in the print.
    const double seen = 0.6 * sum / 4 + 0.4 * found.least_seen();
    const double size = 0.45 + 0.55 * std::sqrt(std::min(1.0, 1.2 * area));
    found.clearness = seen * (1 - 0.6 * off);
    if (best_ && found.clearness * size <= best_->score) return;
    double even = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      even += evenness(planes_, found.corners[i], found.corners[(i + 1) % 4]) / 4;
    }
    found.clearness *= 1 - kUnevenCost * (1 - even);
    found.score = found.clearness * size;
    if (!best_ || found.score > best_->score) best_ = found;
  }

  // Considers two lines in one direction and one in the other, with the border of the picture as
  // the fourth side.
  void consider_cut(const Lines& upright, const Lines& level) {
    const double quarter = std::numbers::pi / 2;
    const PictureLine left_border = {0, 0, 0};
    const PictureLine right_border = {0, width_, 0};
    const PictureLine upper_border = {quarter, 0, 0};
    const PictureLine lower_border = {quarter, height_, 0};
    for (std::size_t i = 0; i < upright.size(); ++i) {
      for (std::size_t j = 0; j < level.size(); ++j) {
        for (std::size_t other = i + 1; other < upright.size(); ++other) {
          consider_cut_at(0, upright[i], upright[other], upper_border, level[j]);
          consider_cut_at(2, upright[i], upright[other], level[j], lower_border);
        }
        for (std::size_t other = j + 1; other < level.size(); ++other) {
          consider_cut_at(3, left_border, upright[i], level[j], level[other]);
          consider_cut_at(1, upright[i], right_border, level[j], level[other]);
        }
      }
    }
  }

  void consider_cut_at(std::size_t border,
                       const PictureLine& left,
                       const PictureLine& right,
                       const PictureLine& top,
                       const PictureLine& bottom) {
    const auto corners = crossings(left, right, top, bottom);
    if (!corners || !inside(*corners) || !possible(*corners)) return;
    const double area = area_of(*corners) / (width_ * height_);
    if (area < kMinCutArea) return;
    Outline found;
    found.cut = true;
    found.corners = *corners;
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      found.seen[i] = 1;
      if (i == border) continue;
      found.seen[i] = seen_share(edges_, found.corners[i], found.corners[(i + 1) % 4]);
      if (found.seen[i] < kMinCutSeen) return;
      sum += found.seen[i] / 3;
    }
    found.clearness = 0.6 * sum + 0.4 * found.least_seen();
    double even = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i != border) {
        even += evenness(planes_, found.corners[i], found.corners[(i + 1) % 4]) / 3;
      }
    }
    found.clearness *= 1 - kUnevenCost * (1 - even);
    found.score = found.clearness * (0.45 + 0.55 * std::sqrt(std::min(1.0, 1.2 * area)));
    if (!best_ || found.score > best_->score) best_ = found;
  }

  bool inside(const Quadrilateral& corners) const {
    return std::all_of(corners.begin(), corners.end(), [&](const PicturePoint& p) {
      return p.x >= -kBeyond * width_ && p.x <= (1 + kBeyond) * width_ &&
             p.y >= -kBeyond * height_ && p.y <= (1 + kBeyond) * height_;
    });
  }

  bool possible(const Quadrilateral& q) const {
    const double top = distance(q[0], q[1]);
    const double right = distance(q[1], q[2]);
    const double bottom = distance(q[2], q[3]);
    const double left = distance(q[3], q[0]);
    const double least = kMinSideShare * std::min(width_, height_);
    if (std::min({top, right, bottom, left}) < least) return false;
    return std::max(top, bottom) <= kMaxTaper * std::min(top, bottom) &&
           std::max(left, right) <= kMaxTaper * std::min(left, right);
  }

  const ColourPlanes& planes_;
  const DocumentThresholds& thresholds_;
  EdgeMap edges_;
  double width_;
  double height_;
  std::optional<Outline> best_;
};

void enlarge(std::optional<Outline>& found, double scale_x, double scale_y) {
  if (found) found->corners = scaled(found->corners, scale_x, scale_y);
}

}  // namespace

double Outline::least_seen() const { return *std::min_element(seen.begin(), seen.end()); }
double Outline::aspect() const { return aspect_of(corners); }

Outlines find_outlines(const RgbImage& picture, const DocumentThresholds& thresholds) {
  const ColourPlanes planes = sampled_planes(picture, kSearchPixels);
  const LumaImage& small = planes[0];
  if (std::min(small.width, small.height) < kMinSide) return {};
  Outlines found = Search(planes, thresholds).run();
  const double scale_x = static_cast<double>(picture.width) / static_cast<double>(small.width);
  const double scale_y = static_cast<double>(picture.height) / static_cast<double>(small.height);
  enlarge(found.best, scale_x, scale_y);
  enlarge(found.whole, scale_x, scale_y);
  return found;
}

}  // namespace countersign
