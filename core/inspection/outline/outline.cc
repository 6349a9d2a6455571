#include "core/inspection/outline/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/inspection/outline/document_size.h"
#include "core/inspection/outline/edge_count.h"
#include "core/inspection/outline/edge_map.h"
#include "core/inspection/outline/line_search.h"
#include "core/inspection/outline/seen_line.h"

// How the border of a card or a page is found in a picture, without knowing what lies around it.
//
// 1. The picture is shrunk to about 400 x 300 pixels (edge_map.h): the border is a line there, and
//    fine print is not.
// 2. Edges: Sobel gradients of red, green and blue, of which the steepest counts, thinned to the
//    ridge (J. Canny, 1986, without his hysteresis).
// 3. Lines: each edge votes for the straight lines across its gradient, of all that pass through it
//    (the Hough transform: R. Duda and P. Hart, 1972; by the gradient: F. O'Gorman and M. Clowes,
//    1976). The 14 strongest upright and the 14 strongest level ones go on (line_search.h).
// 4. Quadrilaterals: every two upright with every two level lines, 8281 in all. Those of no
//    document's shape, seen at any usual slant, are dropped (ISO/IEC 7810: ID-1 and ID-3).
// 5. Score: along what share of its sides edges are seen (seen_line.h), how near its shape is to a
//    document's, how even the paper is along its sides, and how large it is. The best one wins.
// 6. If that is poor, three lines with the border of the picture for a fourth may be a document
//    that the picture cuts off. They have to be clearly better than the best whole one.
// 7. A side that seems covered is looked for along parabolas too: an open page bulges.
//
// Unless a comment says otherwise, the numbers below were chosen on the drawn set, not measured;
// kUnevenCost and kCutGain on the first set of real specimens (docs/inspection.md).
namespace countersign {
namespace {

constexpr std::size_t kSearchPixels = 400UL * 300;  // enough to see four straight lines
// A card that lies across an upright picture has as many pixels along its longer side as in a
// picture that lies.
constexpr double kUprightWidth = 400;
constexpr std::size_t kMinSide = 60;    // pixels of the shrunk picture's shorter side
constexpr std::size_t kMinEdges = 100;  // pixels of edges in all; 1400 surround the picture
constexpr std::size_t kLines = 14;      // in each direction: 8281 quadrilaterals

// The share of a picture of 4:3 that a card has which lies along it, from side to side.
constexpr double kUsualRoom = 0.84;
constexpr double kBeyond = 0.06;        // share of the picture by which a corner may lie outside
constexpr double kMinSideShare = 0.08;  // of the picture's shorter side
constexpr double kMinAreaShare = 0.02;  // of the picture, inside of the corners
constexpr double kMaxTaper = 2;         // largest ratio of opposite sides
constexpr double kMaxAspectOff = 0.30;  // largest difference of log(aspect) from the nearer shape
constexpr double kMinSeen = 0.3;        // least share of each side
constexpr double kMinSine = 0.3;        // of the angle between sides

constexpr double kInsidePx = 4;      // distance from the line at which the paper is sampled
constexpr long kEvenSamples = 41;    // colours along a side; odd, so that one is the median
constexpr double kEvenFrom = 0.06;   // the share of a side before the first sample: round corners
constexpr double kEvenPart = 0.88;   // the share of a side that is sampled
constexpr double kEvenSpread = 14;   // median deviation of the colour that paper does not have
constexpr double kUnevenCost = 0.2;  // largest share of the score that it costs

// Tiles of a floor, side by side, have the shape of a document too: their colour changes along the
// sides, and there is less in their middle than print. Documents have even sides, 0.85 and more, or
// edges at a tenth of the pixels of their middle. Such tiles have 0.06 there.
constexpr double kEvenSides = 0.8;
constexpr double kPrintedMiddle = 0.08;
constexpr double kInnerShare = 0.7;  // the share of the sides of what is within them

// The score: the weights of the mean side and of the least seen one, together 1; the cost of a unit
// of log(aspect); the part that an outline without size keeps, and the part that it gains until it
// fills five sixths of the picture.
constexpr double kMeanCounts = 0.6;
constexpr double kLeastCounts = 0.4;
constexpr double kShapeCost = 0.6;
constexpr double kSizeKept = 0.45;
constexpr double kSizeGain = 0.55;
constexpr double kFullSize = 1.2;

// For a part of a document, of which three sides are seen: its share of the picture.
constexpr double kMinCutArea = 0.10;
// A clear outline below this size is not a part of a document: it is a whole document, far away.
constexpr double kMaxFarArea = 0.06;
constexpr double kMinCutSeen = 0.7;  // least share of each side
constexpr double kEndShare = 0.15;   // of a side that is cut: its end at the border
constexpr double kMinEndSeen = 0.5;  // least share of such an end
// Three sides must show clearly more than four.
constexpr double kCutGain = 0.1;

std::optional<PicturePoint> crossing(const PictureLine& a, const PictureLine& b) {
  const double sine = std::sin(b.angle - a.angle);
  if (std::abs(sine) < kMinSine) return std::nullopt;
  return PicturePoint{(a.offset * std::sin(b.angle) - b.offset * std::sin(a.angle)) / sine,
                      (b.offset * std::cos(a.angle) - a.offset * std::cos(b.angle)) / sine};
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
      const double share = kEvenFrom + kEvenPart * (static_cast<double>(i) + 0.5) / kEvenSamples;
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

double size_weight(double area) {
  return kSizeKept + kSizeGain * std::sqrt(std::min(1.0, kFullSize * area));
}

class Search {
 public:
  Search(const ColourPlanes& planes, const DocumentThresholds& thresholds)
      : planes_(planes),
        thresholds_(thresholds),
        edges_(find_edges_of(planes)),
        count_(edges_),
        width_(static_cast<double>(edges_.width)),
        height_(static_cast<double>(edges_.height)),
        room_across_(std::min(1.0, width_ / height_ / aspect_of(DocumentSize::Id1) / kUsualRoom)) {}

  Outlines run() {
    if (edges_.pixels.size() < kMinEdges) return {};
    const auto upright =
        seen(sorted_upright(strongest_lines(edges_, LineDirection::Upright, kLines)));
    const auto level = seen(sorted_level(strongest_lines(edges_, LineDirection::Level, kLines)));
    for (std::size_t left = 0; left < upright.size(); ++left) {
      for (std::size_t right = left + 1; right < upright.size(); ++right) {
        for (std::size_t top = 0; top < level.size(); ++top) {
          for (std::size_t bottom = top + 1; bottom < level.size(); ++bottom) {
            consider({&level[top], &upright[right], &level[bottom], &upright[left]});
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
  using SeenLines = std::vector<SeenLine>;
  using Sides = std::array<const SeenLine*, 4>;  // clockwise from the top

  SeenLines seen(const Lines& lines) const {
    SeenLines seen;
    for (const PictureLine& line : lines) seen.emplace_back(line, edges_, kBeyond);
    return seen;
  }

  // Counts a side that bulges as seen where it is seen.
  void follow_bows(Outline& outline) const {
    for (std::size_t i = 0; i < outline.corners.size(); ++i) {
      if (outline.uncovered[i] >= thresholds_.side_seen.error) continue;
      const PicturePoint& to = outline.corners[(i + 1) % outline.corners.size()];
      const double along_bow = seen_along_bow(edges_, outline.corners[i], to);
      outline.seen[i] = std::max(outline.seen[i], along_bow);
      outline.uncovered[i] = std::max(outline.uncovered[i], along_bow);
    }
  }

  bool far_away(const Outline& outline) const {
    return outline.clearness >= thresholds_.far_outline &&
           share_of(outline.corners, aspect_of(outline.corners)) < kMaxFarArea;
  }

  // The share of the picture that is within these corners. A document that lies across an upright
  // picture fills it from side to side with less of it, which counts as much.
  double share_of(const Quadrilateral& corners, double aspect) const {
    const bool across = height_ > width_ && aspect > 1;
    return area_of(corners) / (width_ * height_) / (across ? room_across_ : 1);
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

  static std::optional<Quadrilateral> crossings(const Sides& sides) {
    Quadrilateral corners{};
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const auto corner = crossing(sides[(i + 3) % 4]->line(), sides[i]->line());
      if (!corner) return std::nullopt;
      corners[i] = *corner;
    }
    return corners;
  }

  void consider(const Sides& sides) {
    const auto corners = crossings(sides);
    if (!corners) return;
    Outline found;
    found.corners = *corners;
    if (!inside(found.corners) || !possible(found.corners)) return;
    const double aspect = aspect_of(found.corners);
    const double area = share_of(found.corners, aspect);
    const double off = aspect_off(aspect);
    if (area < kMinAreaShare || off > kMaxAspectOff) return;
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      found.seen[i] = sides[i]->seen_share(found.corners[i], found.corners[(i + 1) % 4]);
      if (found.seen[i] < kMinSeen) return;
      sum += found.seen[i];
    }
    // One missing side is worse than four faint ones. If two outlines are equally visible, the
    // larger one is the document, and the smaller one a frame in the print.
    const double seen = kMeanCounts * sum / 4 + kLeastCounts * found.least_seen();
    const double size = size_weight(area);
    found.clearness = seen * (1 - kShapeCost * off);
    if (best_ && found.clearness * size <= best_->score) return;
    double even = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      even += evenness(planes_, found.corners[i], found.corners[(i + 1) % 4]) / 4;
    }
    if (is_tiled(found.corners, even)) return;
    found.clearness *= 1 - kUnevenCost * (1 - even);
    found.score = found.clearness * size;
    if (best_ && found.score <= best_->score) return;
    for (std::size_t i = 0; i < 4; ++i) {
      found.uncovered[i] = sides[i]->uncovered_share(found.corners[i], found.corners[(i + 1) % 4]);
    }
    best_ = found;
  }

  // Considers two lines in one direction and one in the other, with the border of the picture as
  // the fourth side.
  void consider_cut(const SeenLines& upright, const SeenLines& level) {
    const double quarter = std::numbers::pi / 2;
    const SeenLine left_border({0, 0, 0});
    const SeenLine right_border({0, width_, 0});
    const SeenLine upper_border({quarter, 0, 0});
    const SeenLine lower_border({quarter, height_, 0});
    for (std::size_t i = 0; i < upright.size(); ++i) {
      for (std::size_t j = 0; j < level.size(); ++j) {
        for (std::size_t other = i + 1; other < upright.size(); ++other) {
          consider_cut_at(0, {&upper_border, &upright[other], &level[j], &upright[i]});
          consider_cut_at(2, {&level[j], &upright[other], &lower_border, &upright[i]});
        }
        for (std::size_t other = j + 1; other < level.size(); ++other) {
          consider_cut_at(3, {&level[j], &upright[i], &level[other], &left_border});
          consider_cut_at(1, {&level[j], &right_border, &level[other], &upright[i]});
        }
      }
    }
  }

  // Whether the two sides that the border of the picture cuts are seen up to it. Those of a
  // document whose end a hand hides are not.
  static bool reaches(std::size_t border, const Sides& sides, const Quadrilateral& corners) {
    const std::size_t before = (border + 3) % 4;
    const std::size_t after = (border + 1) % 4;
    const auto seen_at = [&](std::size_t side, std::size_t near, std::size_t far) {
      const PicturePoint& end = corners[near];
      const PicturePoint inwards = {end.x + kEndShare * (corners[far].x - end.x),
                                    end.y + kEndShare * (corners[far].y - end.y)};
      return sides[side]->seen_share(end, inwards);
    };
    return seen_at(before, border, before) >= kMinEndSeen &&
           seen_at(after, after, (after + 1) % 4) >= kMinEndSeen;
  }

  void consider_cut_at(std::size_t border, const Sides& sides) {
    const auto corners = crossings(sides);
    if (!corners || !inside(*corners) || !possible(*corners)) return;
    const double area = share_of(*corners, aspect_of(*corners));
    if (area < kMinCutArea) return;
    Outline found;
    found.cut = true;
    found.corners = *corners;
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      found.seen[i] = 1;
      if (i == border) continue;
      found.seen[i] = sides[i]->seen_share(found.corners[i], found.corners[(i + 1) % 4]);
      if (found.seen[i] < kMinCutSeen) return;
      sum += found.seen[i] / 3;
    }
    if (!reaches(border, sides, found.corners)) return;
    found.uncovered = found.seen;
    found.clearness = kMeanCounts * sum + kLeastCounts * found.least_seen();
    double even = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i != border) {
        even += evenness(planes_, found.corners[i], found.corners[(i + 1) % 4]) / 3;
      }
    }
    if (is_tiled(found.corners, even)) return;
    found.clearness *= 1 - kUnevenCost * (1 - even);
    found.score = found.clearness * size_weight(area);
    if (!best_ || found.score > best_->score) best_ = found;
  }

  bool is_tiled(const Quadrilateral& corners, double even) const {
    return even < kEvenSides && count_.in(box_of(corners, kInnerShare)).share() < kPrintedMiddle;
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
  EdgeCount count_;
  double width_;
  double height_;
  double room_across_;
  std::optional<Outline> best_;
};

void enlarge(std::optional<Outline>& found, double scale_x, double scale_y) {
  if (found) found->corners = scaled(found->corners, scale_x, scale_y);
}

}  // namespace

double Outline::least_seen() const { return *std::min_element(seen.begin(), seen.end()); }
double Outline::aspect() const { return aspect_of(corners); }

std::size_t search_pixels_of(const RgbImage& picture) {
  if (picture.height <= picture.width) return kSearchPixels;
  const double tall = static_cast<double>(picture.height) / picture.width;
  return std::max(kSearchPixels, static_cast<std::size_t>(kUprightWidth * kUprightWidth * tall));
}

Outlines find_outlines(const Picture& picture, const DocumentThresholds& thresholds) {
  const ColourPlanes planes = sampled_planes(picture.pixels, search_pixels_of(picture.pixels));
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
