#include "core/inspection/zone/zone_place.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/inspection/mrz/mrz_line.h"

namespace countersign {
namespace {

// "Chosen on the first real set" means the first set of real specimens in docs/inspection.md.

// Two lines of one zone: the least overlap, as a share of the longer one, and the most by which the
// pitch differs, as a share, and the slope, in pixels down for one across. Chosen on the first real
// set.
constexpr double kMinOverlap = 0.5;
constexpr double kSamePitch = 0.12;
constexpr double kSameSlope = 0.06;
// The distance of neighbouring lines in pitches: 4.2 mm (three lines) to 7.6 mm, with some room for
// perspective.
constexpr double kMinDistance = 1.4;
constexpr double kMaxDistance = 3.3;
// Three lines are nearer to each other: up to 6.1 mm. Their two distances differ by so many pitches
// at most. Chosen on the first real set.
constexpr double kMaxDistanceOfThree = 2.4;
constexpr double kSameDistance = 0.4;

// How much of a layout must be seen, as a share of its characters; how many characters of other
// print may continue a line; by how many characters the ends are known; and how many missing ones
// the reader's windows cover (mrz_text.cc, three at either end). Chosen on the first real set.
constexpr double kMinSeen = 0.62;
constexpr double kMaxExtra = 5;
constexpr double kAllSeen = 1.2;
constexpr double kNearlyAllSeen = 6;

// The weights of less likely places beside 1: the ends of one line alone; some characters unseen;
// many unseen, at one end or the other; a third line unseen. Only their order matters. Chosen on
// the first real set.
constexpr double kOneLineKnows = 0.9;
constexpr double kSomeUnseen = 0.8;
constexpr double kManyUnseen = 0.7;
constexpr double kLineUnseen = 0.7;
// In pitches: how far the ends of two lines may be from upright on each other, of a page that is
// seen aslant. Chosen on the first real set.
constexpr double kMaxLean = 1.5;

constexpr std::size_t kMostPlaces = 24;  // bounds the probes; four places at most are read

// Where a zone is on its document (ICAO Doc 9303): its left margin, and how far the middle of its
// last line is from the lower border, in millimetres.
struct Margins {
  double left;
  double last_line;
};
Margins margins_of(const MrzLayout& layout) {
  return layout == kThreeLinesOf30 ? Margins{4.5, 6.5} : Margins{6.5, 9.4};
}

struct Candidate {
  ZonePlace place;
  double score;
};

double overlap_of(const PrintLine& a, const PrintLine& b) {
  const double common = std::min(a.last_x(), b.last_x()) - std::max(a.first_x(), b.first_x());
  return common / std::max(a.last_x() - a.first_x(), b.last_x() - b.first_x());
}

double common_middle(const PrintLine& a, const PrintLine& b) {
  return (std::max(a.first_x(), b.first_x()) + std::min(a.last_x(), b.last_x())) / 2;
}

// How far `below` is below `above`, in pitches; empty if they are not two lines of one zone.
std::optional<double> distance_of(const PrintLine& above, const PrintLine& below) {
  if (overlap_of(above, below) < kMinOverlap) return std::nullopt;
  if (std::abs(above.pitch - below.pitch) > kSamePitch * above.pitch) return std::nullopt;
  const double x = common_middle(above, below);
  if (std::abs(above.slope_at(x) - below.slope_at(x)) > kSameSlope) return std::nullopt;
  return (below.y(x) - above.y(x)) / above.pitch;
}

double weight_of(const PrintLine& line) {
  return static_cast<double>(line.blobs.size()) * line.evenness;
}

class Candidates {
 public:
  explicit Candidates(const Frame& frame) : frame_(frame) {}

  void add(const MrzLayout& layout, const ZonePlace::Lines& lines, double score) {
    const double left = std::min(lines.above.first_x(), lines.below.first_x());
    const double right = std::max(lines.above.last_x(), lines.below.last_x());
    add_span(layout, lines, left, right, score);
    // A line may go on beside the zone: then the other one knows where the zone ends.
    for (const PrintLine* line : {&lines.above, &lines.below}) {
      if (line->last_x() - line->first_x() > right - left - 2 * line->pitch) continue;
      add_span(layout, lines, line->first_x(), line->last_x(), kOneLineKnows * score);
    }
  }

  std::vector<ZonePlace> best() && {
    std::ranges::stable_sort(
        all_, [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    std::vector<ZonePlace> places;
    for (Candidate& candidate : all_) {
      if (places.size() == kMostPlaces) break;
      places.push_back(std::move(candidate.place));
    }
    return places;
  }

 private:
  void add_span(const MrzLayout& layout,
                const ZonePlace::Lines& lines,
                double left,
                double right,
                double score) {
    const double pitch = (lines.above.pitch + lines.below.pitch) / 2;
    const auto length = static_cast<double>(layout.length);
    const double characters = (right - left) / pitch + 1;
    const double missing = length - characters;
    if (missing < -kMaxExtra || characters < kMinSeen * length) return;
    if (std::abs(missing) <= kAllSeen) {
      push(layout, lines, {left - pitch / 2, right + pitch / 2}, score);
    } else if (missing <= kNearlyAllSeen) {
      push_at(layout, lines, left - missing / 2 * pitch, pitch, kSomeUnseen * score);
    } else {
      push_at(layout, lines, left - pitch, pitch, kManyUnseen * score);
      push_at(layout, lines, left - (missing - 1) * pitch, pitch, kManyUnseen * score);
    }
  }

  void push_at(const MrzLayout& layout,
               const ZonePlace::Lines& lines,
               double first,
               double pitch,
               double score) {
    const double left = first - pitch / 2;
    push(layout, lines, {left, left + static_cast<double>(layout.length) * pitch}, score);
  }
  void push(const MrzLayout& layout,
            const ZonePlace::Lines& lines,
            const ZonePlace::Span& span,
            double score) {
    all_.push_back({ZonePlace(frame_, layout, lines, span), score});
  }

  const Frame& frame_;
  std::vector<Candidate> all_;
};

// Three lines of which two were seen, at a distance in pitches.
void add_two_of_three(const PrintLine& above,
                      const PrintLine& below,
                      double distance,
                      double score,
                      Candidates& candidates) {
  if (distance <= kMaxDistanceOfThree) {
    candidates.add(kThreeLinesOf30, {above, below, 0, 1}, kLineUnseen * score);
    candidates.add(kThreeLinesOf30, {above, below, 1, 2}, kLineUnseen * score);
  } else if (distance >= 2 * kMinDistance) {
    candidates.add(kThreeLinesOf30, {above, below, 0, 2}, kLineUnseen * score);
  }
}

}  // namespace

ZonePlace::ZonePlace(const Frame& frame,
                     const MrzLayout& layout,
                     const Lines& lines,
                     const Span& span)
    : frame_(frame),
      layout_(layout),
      above_{lines.above.level, lines.above.slope, lines.above.bend},
      below_{lines.below.level, lines.below.slope, lines.below.bend},
      upper_(static_cast<double>(lines.upper)),
      lower_(static_cast<double>(lines.lower)),
      span_(span) {
  const auto length = static_cast<double>(layout.length);
  const double pitch = (span.right - span.left) / length;
  widening_ = (lines.above.widening + lines.below.widening) / 2 * length / pitch;
  const double x = (span.left + span.right) / 2;
  const double slope = (lines.above.slope_at(x) + lines.below.slope_at(x)) / 2;
  const double apart = below_.y(x) - above_.y(x);
  // The lines stand upright on each other.
  lean_ = -slope * apart / (1 + slope * slope);
  // If both lines were seen from end to end, their ends tell more.
  const auto seen = [&](const PrintLine& line) {
    return std::abs(line.characters() - length) <= kAllSeen;
  };
  if (seen(lines.above) && seen(lines.below)) {
    const double offset = (lines.below.first_x() - lines.above.first_x() + lines.below.last_x() -
                           lines.above.last_x()) /
                          2;
    if (std::abs(offset - lean_) < kMaxLean * pitch) lean_ = offset;
  }
}

ZonePlace ZonePlace::upside_down() const {
  ZonePlace turned = *this;
  turned.upside_down_ = !upside_down_;
  return turned;
}

PicturePoint ZonePlace::in_frame(double u, double v) const {
  const double share = u / static_cast<double>(layout_.length);
  const double x =
      span_.left + (span_.right - span_.left) * (share - 0.5 * widening_ * share * (1 - share));
  const double down = (v - upper_) / (lower_ - upper_);
  const double x_above = x - lean_ / 2;
  const double x_below = x + lean_ / 2;
  const double y_above = above_.y(x_above);
  const double y_below = below_.y(x_below);
  return {x_above + down * (x_below - x_above), y_above + down * (y_below - y_above)};
}

PicturePoint ZonePlace::at(double u, double v) const {
  if (upside_down_) {
    u = static_cast<double>(layout_.length) - u;
    v = static_cast<double>(layout_.lines - 1) - v;
  }
  return frame_.to_picture(in_frame(u, v));
}

double ZonePlace::px_per_mm() const {
  const auto length = static_cast<double>(layout_.length);
  const double middle = static_cast<double>(layout_.lines - 1) / 2;
  return distance(at(0, middle), at(length, middle)) / (length * kMrzPitchMm);
}

double ZonePlace::height_mm() const {
  const double u = static_cast<double>(layout_.length) / 2;
  return distance(at(u, 0), at(u, static_cast<double>(layout_.lines - 1))) / px_per_mm();
}

Quadrilateral ZonePlace::sheet() const {
  const Millimetres size = millimetres_of(size_of(layout_));
  const Margins margins = margins_of(layout_);
  const auto length = static_cast<double>(layout_.length);
  const auto last = static_cast<double>(layout_.lines - 1);
  const PicturePoint left = at(0, last / 2);
  const PicturePoint right = at(length, last / 2);
  const double width = length * kMrzPitchMm;
  // One millimetre along the lines; one across is a quarter turn of it.
  const PicturePoint along = {(right.x - left.x) / width, (right.y - left.y) / width};
  const PicturePoint middle = {(left.x + right.x) / 2, (left.y + right.y) / 2};
  const double middle_x = margins.left + width / 2;
  const double middle_y = size.height - margins.last_line - height_mm() / 2;
  const auto corner = [&](double x, double y) {
    const double right_mm = x - middle_x;
    const double down_mm = y - middle_y;
    return PicturePoint{middle.x + right_mm * along.x - down_mm * along.y,
                        middle.y + right_mm * along.y + down_mm * along.x};
  };
  return {
      corner(0, 0), corner(size.width, 0), corner(size.width, size.height), corner(0, size.height)};
}

std::vector<ZonePlace> find_zone_places(const Frame& frame, const std::vector<PrintLine>& lines) {
  Candidates candidates(frame);
  for (const PrintLine& above : lines) {
    for (const PrintLine& middle : lines) {
      const auto distance = distance_of(above, middle);
      if (!distance || *distance < kMinDistance || *distance > 2 * kMaxDistanceOfThree) continue;
      const double score = weight_of(above) + weight_of(middle);
      if (*distance <= kMaxDistance) {
        candidates.add(kTwoLinesOf44, {above, middle, 0, 1}, score);
        candidates.add(kTwoLinesOf36, {above, middle, 0, 1}, score);
      }
      add_two_of_three(above, middle, *distance, score, candidates);
      for (const PrintLine& third : lines) {
        const auto again = distance_of(middle, third);
        if (!again || std::abs(*again - *distance) > kSameDistance) continue;
        candidates.add(kThreeLinesOf30, {above, third, 0, 2}, score + weight_of(third));
      }
    }
  }
  return std::move(candidates).best();
}

}  // namespace countersign
