#include "core/inspection/mrz/mrz_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace countersign {
namespace {

// Unless a comment says otherwise, the numbers of this file were chosen on the drawn set, not
// measured.

constexpr int kInk = 60;  // of 255; a fainter pixel is paper

// The lines run along the document, except for errors in its corners. Pixels down for one across;
// a step moves the ends of a page's line by 3 pixels.
constexpr double kMaxSlope = 0.05;
constexpr double kSlopeStep = 0.004;

// For OCR-B size I, in millimetres, with some tolerance (ICAO Doc 9303, part 3, 4.2).
constexpr double kHalfHeightMm = 1.1;
constexpr double kHalfPitchMm = 1.27;
constexpr double kGapMm = 1.45;   // from the middle of a line to the paper around it
constexpr double kAboveMm = 2.4;  // from the middle of the first line to the end of its paper
// The least and the largest distance of two lines, in a zone of two and in one of three.
constexpr double kSpacingTwo[] = {5.6, 7.2};
constexpr double kSpacingThree[] = {4.6, 6.8};
// The places that are tried: the steps of the spacing and of the first line's middle, and how far
// that of the first is from the upper border, and that of the last from the lower one.
constexpr double kSpacingStepMm = 0.1;
constexpr double kPlaceStepMm = 0.15;
constexpr double kUpperMarginMm = 1.2;
constexpr double kLowerMarginMm = 0.6;
constexpr double kSameMm = 1.6;          // two places nearer than this are one
constexpr double kHopelessShare = 0.35;  // of the best place's score
// The weights of the mean line and of the weakest one, together 1.
constexpr double kMeanLineCounts = 0.5;
constexpr double kWeakestCounts = 0.5;
constexpr double kLeastPaperPx = 2;  // between two lines

// The costs of a grid: for ink on the borders between characters, by so much of the pitch to either
// side; for ink beside the line, for so many characters; and for a bend, for each pixel of it.
constexpr double kBorderCost = 2.2;
constexpr double kBorderHalf = 0.13;
constexpr double kBesideCost = 0.8;
constexpr double kBesideCharacters = 3;
constexpr double kBendCost = 2000;

// Sums of a row of numbers between any two positions.
class RunningSum {
 public:
  explicit RunningSum(const std::vector<float>& values) : sums_(values.size() + 1) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      sums_[i + 1] = sums_[i] + static_cast<double>(values[i]);
    }
  }
  double between(double from, double to) const { return at(to) - at(from); }
  double mean(double from, double to) const {
    const double length = std::min(to, end()) - std::max(from, 0.0);
    return length > 0 ? between(from, to) / length : 0;
  }

 private:
  double end() const { return static_cast<double>(sums_.size() - 1); }
  // A clamped place is not negative, so adding a half rounds it.
  double at(double place) const {
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): see above.
    return sums_[static_cast<std::size_t>(std::clamp(place, 0.0, end()) + 0.5)];
  }
  std::vector<double> sums_;
};

// Sums over a picture's rows of how much the ink changes within half a character, at every third
// column, from the left border. A bar, or the frame of a portrait, is ink that does not change.
class InkOfRows {
 public:
  InkOfRows(const LumaImage& ink, std::size_t half_pitch)
      : width_(ink.width),
        height_(ink.height),
        columns_((ink.width + kStep - 1) / kStep),
        sums_((columns_ + 1) * ink.height) {
    for (std::size_t column = 0; column < columns_; ++column) {
      const std::size_t x = column * kStep;
      const std::size_t apart = std::min(half_pitch, width_ - 1 - x);
      const std::uint8_t* const from = ink.bytes.data() + x;
      const int* const before = sums_.data() + column * height_;
      int* const after = sums_.data() + (column + 1) * height_;
      for (std::size_t y = 0; y < height_; ++y) {
        const std::uint8_t* const at = from + y * width_;
        after[y] = before[y] + std::abs(counted(at[0]) - counted(at[apart]));
      }
    }
  }

  // The ink of each row, if the rows have this slope.
  std::vector<float> profile_at(double slope) const {
    std::vector<float> profile(height_);
    for (std::size_t column = 0; column < columns_;) {
      const std::size_t first = column;
      const long shift = shift_at(slope, first);
      while (column < columns_ && shift_at(slope, column) == shift) ++column;
      add(first, column, shift, profile);
    }
    return profile;
  }

 private:
  // Pixels. A stroke of 0.35 mm is four wide at 12 px/mm, so that none is stepped over.
  static constexpr std::size_t kStep = 3;
  static int counted(std::uint8_t value) { return value > kInk ? value : 0; }

  long shift_at(double slope, std::size_t column) const {
    const auto x = static_cast<double>(column * kStep);
    return std::lround(slope * (x - static_cast<double>(width_) / 2));
  }

  // Adds the ink of the columns from `first` up to `last`, of the rows that are so far below.
  void add(std::size_t first, std::size_t last, long shift, std::vector<float>& profile) const {
    const auto height = static_cast<long>(height_);
    const long from = std::max(0L, -shift);
    const long to = std::min(height, height - shift);
    const int* const before = sums_.data() + first * height_;
    const int* const after = sums_.data() + last * height_;
    for (long y = from; y < to; ++y) {
      profile[static_cast<std::size_t>(y)] +=
          static_cast<float>(after[y + shift] - before[y + shift]);
    }
  }

  std::size_t width_;
  std::size_t height_;
  std::size_t columns_;
  std::vector<int> sums_;  // column by column
};

struct Profile {
  double slope = 0;
  std::vector<float> ink;
};

// Finds the slope at which neighbouring rows differ most: along the print, rows are full or empty.
// Tries every second slope first, and then those beside the best.
Profile straightest(const LumaImage& ink, double px_per_mm) {
  const InkOfRows rows(ink, static_cast<std::size_t>(kHalfPitchMm * px_per_mm));
  Profile best;
  double most = -1;
  const auto consider = [&](long step) {
    const double slope = static_cast<double>(step) * kSlopeStep;
    std::vector<float> profile = rows.profile_at(slope);
    double energy = 0;
    for (std::size_t y = 1; y < profile.size(); ++y) {
      const double change = static_cast<double>(profile[y]) - static_cast<double>(profile[y - 1]);
      energy += change * change;
    }
    if (energy <= most) return;
    most = energy;
    best = {slope, std::move(profile)};
  };
  const long steps = std::lround(kMaxSlope / kSlopeStep);
  for (long step = -steps; step <= steps; step += 2) consider(step);
  const long coarse = std::lround(best.slope / kSlopeStep);
  for (const long beside : {coarse - 1, coarse + 1}) consider(beside);
  return best;
}

struct ScoredPlace {
  double score = 0;
  double first_y = 0;
  double spacing = 0;
};

// Returns the ink on the lines (the mean and the weakest line count half each) minus the ink
// between.
double score_of(const RunningSum& rows, double y, double spacing, std::size_t lines, double mm) {
  const auto count = static_cast<double>(lines);
  double sum = 0;
  double least = 1e18;
  double between = rows.mean(y - kAboveMm * mm, y - kGapMm * mm);
  for (std::size_t i = 0; i < lines; ++i) {
    const double middle = y + static_cast<double>(i) * spacing;
    const double line = rows.mean(middle - kHalfHeightMm * mm, middle + kHalfHeightMm * mm);
    sum += line;
    least = std::min(least, line);
    const double paper = std::max(kGapMm * mm + kLeastPaperPx, spacing - kGapMm * mm);
    between += rows.mean(middle + kGapMm * mm, middle + paper);
  }
  return kMeanLineCounts * sum / count + kWeakestCounts * least - between / (count + 1);
}

// Returns how well a grid fits: there must be paper between characters and beside the line.
double grid_score(const RunningSum& columns, const CharacterGrid& grid) {
  const auto count = static_cast<std::size_t>(grid.count);
  double score = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double border = grid.left_of(static_cast<double>(i));
    const double half = kBorderHalf * grid.pitch;
    score -= kBorderCost * columns.between(border - half, border + half);
  }
  const double left = grid.left_of(0);
  const double right = grid.left_of(grid.count);
  score += columns.between(left, right);
  const double beside = kBesideCharacters * grid.pitch;
  score -= kBesideCost * columns.between(left - beside, left);
  score -= kBesideCost * columns.between(right, right + beside);
  return score - kBendCost * std::abs(grid.bend);
}

// A grid near another one, in steps.
struct GridSteps {
  int bend = 0;
  int pitch = 0;
  int shift = 0;
};

}  // namespace

std::vector<MrzPlace> find_mrz_places(const LumaImage& ink,
                                      double px_per_mm,
                                      std::size_t lines,
                                      std::size_t max_places) {
  const double mm = px_per_mm;
  const Profile profile = straightest(ink, px_per_mm);
  const RunningSum rows(profile.ink);
  const auto& range = lines == 2 ? kSpacingTwo : kSpacingThree;
  std::vector<ScoredPlace> all;
  for (double spacing = range[0]; spacing <= range[1]; spacing += kSpacingStepMm) {
    const double last = static_cast<double>(ink.height) - kLowerMarginMm * mm -
                        static_cast<double>(lines - 1) * spacing * mm;
    for (double y = kUpperMarginMm * mm; y < last; y += kPlaceStepMm * mm) {
      const double score = score_of(rows, y, spacing * mm, lines, mm);
      if (score > 0) all.push_back({score, y, spacing * mm});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const ScoredPlace& a, const ScoredPlace& b) {
    return a.score > b.score;
  });
  std::vector<MrzPlace> places;
  for (const ScoredPlace& place : all) {
    if (places.size() >= max_places || place.score < kHopelessShare * all.front().score) break;
    const auto last_y = [&](double y, double spacing) {
      return y + static_cast<double>(lines - 1) * spacing;
    };
    const bool known = std::any_of(places.begin(), places.end(), [&](const MrzPlace& other) {
      return std::abs(other.first_y - place.first_y) < kSameMm * mm &&
             std::abs(last_y(other.first_y, other.spacing) - last_y(place.first_y, place.spacing)) <
                 kSameMm * mm;
    });
    if (!known) places.push_back({place.first_y, place.spacing, profile.slope});
  }
  return places;
}

GridRange whole_width(double width, double pitch, std::size_t characters) {
  // By which the pitch may be off: 23 steps of fit_grid(), for corners of a document that are off.
  constexpr double kPitchShare = 0.069;
  constexpr double kBeyond = 0.02;  // share of the width by which a line may begin or end outside
  const double length = static_cast<double>(characters) * pitch * (1 - kPitchShare);
  return {pitch, kPitchShare, -kBeyond * width, (1 + kBeyond) * width - length};
}

CharacterGrid fit_grid(const std::vector<float>& ink_of_columns,
                       const GridRange& range,
                       std::size_t characters) {
  // Coarse steps: refine_grid() looks around what is found.
  constexpr double kPitchStep = 0.003;  // of the pitch: 4 pixels at the end of a page's line
  constexpr double kStartStep = 2;      // pixels, of 30 a character
  constexpr double kBeyond = 1.02;      // of the width
  const RunningSum columns(ink_of_columns);
  const auto width = static_cast<double>(ink_of_columns.size());
  const auto steps = static_cast<int>(range.pitch_share / kPitchStep);
  CharacterGrid best = {range.first_start, range.pitch, 0, static_cast<double>(characters)};
  double most = -std::numeric_limits<double>::max();
  CharacterGrid grid = best;
  for (int i = -steps; i <= steps; ++i) {
    grid.pitch = range.pitch * (1 + kPitchStep * i);
    const double last = std::min(range.last_start, kBeyond * width - grid.count * grid.pitch);
    for (grid.start = range.first_start; grid.start < last; grid.start += kStartStep) {
      const double score = grid_score(columns, grid);
      if (score <= most) continue;
      most = score;
      best = grid;
    }
  }
  return best;
}

CharacterGrid refine_grid(const std::vector<float>& ink_of_columns, const CharacterGrid& near) {
  // A step of the bend, in pixels, and of the pitch and the start, as shares of the pitch; and how
  // many steps of each are tried to either side. Those of the start are nearly half a character.
  constexpr double kBendStep = 0.006;
  constexpr double kFinePitchStep = 0.0015;
  constexpr double kShiftStep = 0.025;
  constexpr int kBends = 4;
  constexpr int kPitches = 10;
  constexpr int kShifts = 18;
  const RunningSum columns(ink_of_columns);
  CharacterGrid best = near;
  double most = -std::numeric_limits<double>::max();
  GridSteps best_at{};
  const auto consider = [&](const GridSteps& at) {
    CharacterGrid grid = near;
    grid.bend = kBendStep * at.bend;
    grid.pitch = near.pitch * (1 + kFinePitchStep * at.pitch);
    grid.start = near.start + at.shift * kShiftStep * near.pitch;
    const double score = grid_score(columns, grid);
    if (score <= most) return;
    most = score;
    best = grid;
    best_at = at;
  };
  // Every second step first, and then those beside the best.
  for (int bend = -kBends; bend <= kBends; bend += 2) {
    for (int pitch = -kPitches; pitch <= kPitches; pitch += 2) {
      for (int shift = -kShifts; shift <= kShifts; shift += 2) consider({bend, pitch, shift});
    }
  }
  const GridSteps coarse = best_at;
  for (int bend = -1; bend <= 1; ++bend) {
    for (int pitch = -1; pitch <= 1; ++pitch) {
      for (int shift = -1; shift <= 1; ++shift) {
        consider({coarse.bend + bend, coarse.pitch + pitch, coarse.shift + shift});
      }
    }
  }
  return best;
}

}  // namespace countersign
