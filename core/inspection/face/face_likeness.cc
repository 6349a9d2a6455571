#include "core/inspection/face/face_likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace countersign {
namespace {

// Unless a comment gives a reason, the numbers of this file were chosen on drawn heads, not
// measured. The unit of length is the side of the face.

// The side of a cell, and the number of pixels sampled in each direction. A cell is the mean of its
// samples, so that noise and single hairs do not matter.
constexpr double kCell = 0.05;
constexpr int kSamples = 6;

struct Ellipse {
  double v;  // of the centre, below the centre of the face
  double half_width;
  double half_height;
};
// The face is within its square, from the eyebrows to the chin; the head is that and the hair.
constexpr Ellipse kFace = {0.05, 0.42, 0.55};
constexpr Ellipse kHead = {-0.1, 0.55, 0.85};

struct Below {
  double half_width;
  double top;
  double bottom;
};
// From below the chin as far down as a usual frame shows, as wide as the face.
constexpr Below kClothes = {0.5, 0.8, 1.3};

// The share of a part that has to be in the picture, so that what is compared is about the same.
constexpr double kShareOfHead = 0.5;
constexpr double kShareOfClothes = 0.4;

// Differences at which a trait counts in full. Half of the pairs of people side by side in group
// photographs differ by more than the first, a third by more than the second, and most by more than
// the third.
constexpr double kOtherComplexion = 0.15;
constexpr double kOtherHead = 0.3;
constexpr double kOtherClothes = 0.6;

// Added to each channel, of 255, because the colour of nearly black pixels means nothing.
constexpr double kBlack = 4;

// Logarithms of the channels' means.
struct Cell {
  float light = 0;
  float red = 0;   // over green
  float blue = 0;  // over green
};

// The picture in coordinates of the face: the origin is its centre, the unit its side. `degrees`
// rotates the head upright, as in head_pose.
class Grid {
 public:
  Grid(const RgbImage& picture, const Face& face, double degrees)
      : picture_(picture),
        face_(face),
        across_(std::cos(degrees * std::numbers::pi / 180) * face.side),
        down_(std::sin(degrees * std::numbers::pi / 180) * face.side) {}

  // Returns the cell around a place; none if at least half of it is outside the picture.
  std::optional<Cell> at(double u, double v) const {
    std::array<std::uint32_t, 3> sums{};
    int count = 0;
    for (int row = 0; row < kSamples; ++row) {
      for (int column = 0; column < kSamples; ++column) {
        const double sample_u = u + kCell * ((column + 0.5) / kSamples - 0.5);
        const double sample_v = v + kCell * ((row + 0.5) / kSamples - 0.5);
        const double x = face_.x + sample_u * across_ - sample_v * down_;
        const double y = face_.y + sample_u * down_ + sample_v * across_;
        if (x < 0 || y < 0 || x >= picture_.width || y >= picture_.height) continue;
        const std::uint8_t* pixel =
            picture_.row(static_cast<std::uint32_t>(y)) + 3 * static_cast<std::size_t>(x);
        for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += pixel[c];
        ++count;
      }
    }
    if (2 * count <= kSamples * kSamples) return std::nullopt;
    const auto mean = [&](std::size_t c) { return static_cast<double>(sums[c]) / count; };
    const double green = std::log(mean(1) + kBlack);
    // The weights of light are those of ITU-R BT.601.
    return Cell{
        static_cast<float>(std::log(0.299 * mean(0) + 0.587 * mean(1) + 0.114 * mean(2) + kBlack)),
        static_cast<float>(std::log(mean(0) + kBlack) - green),
        static_cast<float>(std::log(mean(2) + kBlack) - green)};
  }

 private:
  const RgbImage& picture_;
  const Face& face_;
  double across_;
  double down_;
};

// The cells of a part that are in the picture, and their share of the part.
struct Part {
  std::vector<Cell> cells;
  double seen = 0;

  std::vector<float> values(float Cell::*value) const {
    std::vector<float> all;
    all.reserve(cells.size());
    for (const Cell& cell : cells) all.push_back(cell.*value);
    std::ranges::sort(all);
    return all;
  }
};

template <class Inside>
Part part_of(const Grid& grid, double half_width, double top, double bottom, const Inside& inside) {
  Part part;
  std::size_t count = 0;
  for (double v = top + kCell / 2; v < bottom; v += kCell) {
    for (double u = -half_width + kCell / 2; u < half_width; u += kCell) {
      if (!inside(u, v)) continue;
      ++count;
      if (const auto cell = grid.at(u, v)) part.cells.push_back(*cell);
    }
  }
  part.seen = static_cast<double>(part.cells.size()) / static_cast<double>(count);
  return part;
}

Part part_of(const Grid& grid, const Ellipse& ellipse) {
  return part_of(grid,
                 ellipse.half_width,
                 ellipse.v - ellipse.half_height,
                 ellipse.v + ellipse.half_height,
                 [&](double u, double v) {
                   return std::hypot(u / ellipse.half_width,
                                     (v - ellipse.v) / ellipse.half_height) < 1;
                 });
}

Part part_of(const Grid& grid, const Below& below) {
  return part_of(
      grid, below.half_width, below.top, below.bottom, [](double, double) { return true; });
}

// The extremes include eyes, lips, highlights and beards.
float mean_of_middle_half(const std::vector<float>& sorted) {
  const std::size_t aside = sorted.size() / 4;
  float sum = 0;
  for (std::size_t i = aside; i < sorted.size() - aside; ++i) sum += sorted[i];
  return sum / static_cast<float>(sorted.size() - 2 * aside);
}

float median(const std::vector<float>& sorted) { return sorted[sorted.size() / 2]; }

Spread spread_of(const std::vector<float>& sorted, float over) {
  Spread spread{};
  for (std::size_t i = 0; i < spread.size(); ++i) {
    const double at = (static_cast<double>(i) + 0.5) / static_cast<double>(spread.size()) *
                      static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const auto share = static_cast<float>(at - static_cast<double>(below));
    spread[i] = sorted[below] * (1 - share) + sorted[above] * share - over;
  }
  return spread;
}

// The earth mover's distance of two distributions on a line: the mean distance of their quantiles.
double distance(const Spread& a, const Spread& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(double{a[i]} - double{b[i]});
  return sum / static_cast<double>(a.size());
}

double counted(double difference, double of_another) {
  return std::min(difference / of_another, 1.0);
}

}  // namespace

FaceLook look_of(const RgbImage& picture, const Face& face, double tilt_degrees) {
  const Grid upright(picture, face, tilt_degrees);
  const Part skin = part_of(upright, kFace);
  FaceLook look;
  if (skin.cells.empty()) return look;
  look.complexion = {mean_of_middle_half(skin.values(&Cell::red)),
                     mean_of_middle_half(skin.values(&Cell::blue))};
  const float light = median(skin.values(&Cell::light));
  const Part head = part_of(upright, kHead);
  if (head.seen >= kShareOfHead) look.head = spread_of(head.values(&Cell::light), light);
  // The shoulders do not tilt with the head.
  const Part clothes = part_of(Grid(picture, face, 0), kClothes);
  if (clothes.seen >= kShareOfClothes) {
    look.clothes = {spread_of(clothes.values(&Cell::light), light),
                    spread_of(clothes.values(&Cell::red), 0),
                    spread_of(clothes.values(&Cell::blue), 0)};
  }
  return look;
}

double difference_of(const FaceLook& a, const FaceLook& b) {
  double sum = counted(std::abs(double{a.complexion[0]} - double{b.complexion[0]}) +
                           std::abs(double{a.complexion[1]} - double{b.complexion[1]}),
                       kOtherComplexion);
  if (a.head && b.head) sum += counted(distance(*a.head, *b.head), kOtherHead);
  if (a.clothes && b.clothes) {
    double clothes = 0;
    for (std::size_t i = 0; i < a.clothes->size(); ++i) {
      clothes += distance((*a.clothes)[i], (*b.clothes)[i]);
    }
    sum += counted(clothes, kOtherClothes);
  }
  return sum / 3;
}

// Prim's algorithm: finds the longest edge of the minimum spanning tree over all frames. Just
// before that edge is added, the tree is the group of the first frame.
LookChange greatest_change(std::span<const FaceLook> frames) {
  LookChange change;
  if (frames.empty()) return change;
  std::vector<double> away(frames.size(), std::numeric_limits<double>::infinity());
  std::vector<bool> reached(frames.size());
  std::size_t latest = 0;
  reached[latest] = true;
  for (std::size_t taken = 1; taken < frames.size(); ++taken) {
    std::size_t next = frames.size();
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (reached[i]) continue;
      away[i] = std::min(away[i], difference_of(frames[latest], frames[i]));
      if (next == frames.size() || away[i] < away[next]) next = i;
    }
    if (away[next] > change.difference) {
      const auto first = std::ranges::find(reached, false);
      change = {away[next], static_cast<std::size_t>(first - reached.begin())};
    }
    reached[next] = true;
    latest = next;
  }
  return change;
}

Judgement judge_same_face(std::span<const FaceLook> frames,
                          std::span<const std::uint32_t> numbers,
                          const FaceThresholds& thresholds) {
  if (frames.empty()) return not_performed(Check::LivenessSameFace);
  const LookChange change = greatest_change(frames);
  Judgement judgement =
      refuse_above(wording(Check::LivenessSameFace), change.difference, thresholds.look_change);
  judgement.frame = numbers[change.frame];
  judgement.hint = fmt::format(
      "Frame {}: Record one person, in the same place and light from the first to the last.",
      *judgement.frame);
  return judgement;
}

}  // namespace countersign
