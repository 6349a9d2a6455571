#include "core/inspection/mrz/mrz_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace countersign {
namespace {

constexpr int kInk = 60;  // of 255; a fainter pixel is paper

// The lines run along the document, except for errors in its corners.
constexpr double kMaxSlope = 0.05;
constexpr double kSlopeStep = 0.004;

// For OCR-B size I, in millimetres, with some tolerance (ICAO Doc 9303, part 3, 4.2).
constexpr double kHalfHeightMm = 1.1;
constexpr double kGapMm = 1.45;  // from the middle of a line to the paper around it
constexpr double kSpacingTwo[] = {5.6, 7.2};
constexpr double kSpacingThree[] = {4.6, 6.8};
constexpr double kSameMm = 1.6;          // two places nearer than this are one
constexpr double kHopelessShare = 0.35;  // of the best place's score

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

// Returns the ink of each row, if the rows have this slope.
std::vector<float> profile_at(const LumaImage& ink, double slope) {
  constexpr std::size_t kColumnStep = 3;
  std::vector<float> profile(ink.height);
  const auto height = static_cast<long>(ink.height);
  for (std::size_t x = 0; x < ink.width; x += kColumnStep) {
    const long shift =
        std::lround(slope * (static_cast<double>(x) - static_cast<double>(ink.width) / 2));
    const long last = std::min(height, height - shift);
    // Both rows lie in the picture: y by the loop's bounds, y + shift by `last` and the first y.
    const std::uint8_t* column = ink.bytes.data() + x;
    float* sums = profile.data();
    for (long y = std::max(0L, -shift); y < last; ++y) {
      const int value = column[static_cast<std::size_t>(y + shift) * ink.width];
      if (value > kInk) sums[y] += static_cast<float>(value);
    }
  }
  return profile;
}

struct Profile {
  double slope = 0;
  std::vector<float> ink;
};

// Finds the slope at which neighbouring rows differ most: along the print, rows are full or empty.
Profile straightest(const LumaImage& ink) {
  Profile best;
  double most = -1;
  const auto steps = std::lround(kMaxSlope / kSlopeStep);
  for (long i = -steps; i <= steps; ++i) {
    const double slope = static_cast<double>(i) * kSlopeStep;
    std::vector<float> profile = profile_at(ink, slope);
    double energy = 0;
    for (std::size_t y = 1; y < profile.size(); ++y) {
      const double step = static_cast<double>(profile[y]) - static_cast<double>(profile[y - 1]);
      energy += step * step;
    }
    if (energy <= most) continue;
    most = energy;
    best = {slope, std::move(profile)};
  }
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
  double between = rows.mean(y - 2.4 * mm, y - kGapMm * mm);
  for (std::size_t i = 0; i < lines; ++i) {
    const double middle = y + static_cast<double>(i) * spacing;
    const double line = rows.mean(middle - kHalfHeightMm * mm, middle + kHalfHeightMm * mm);
    sum += line;
    least = std::min(least, line);
    const double paper = std::max(kGapMm * mm + 2, spacing - kGapMm * mm);
    between += rows.mean(middle + kGapMm * mm, middle + paper);
  }
  return 0.5 * sum / count + 0.5 * least - between / (count + 1);
}

// Returns how well a grid fits: there must be paper between characters and beside the line.
double grid_score(const RunningSum& columns, const CharacterGrid& grid) {
  const auto count = static_cast<std::size_t>(grid.count);
  double score = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double border = grid.left_of(static_cast<double>(i));
    score -= 2.2 * columns.between(border - 0.13 * grid.pitch, border + 0.13 * grid.pitch);
  }
  const double left = grid.left_of(0);
  const double right = grid.left_of(grid.count);
  score += columns.between(left, right);
  score -= 0.8 * columns.between(left - 3 * grid.pitch, left);
  score -= 0.8 * columns.between(right, right + 3 * grid.pitch);
  return score - 2000 * std::abs(grid.bend);
}

}  // namespace

std::vector<MrzPlace> find_mrz_places(const LumaImage& ink,
                                      double px_per_mm,
                                      std::size_t lines,
                                      std::size_t max_places) {
  const double mm = px_per_mm;
  const Profile profile = straightest(ink);
  const RunningSum rows(profile.ink);
  const auto& range = lines == 2 ? kSpacingTwo : kSpacingThree;
  std::vector<ScoredPlace> all;
  for (double spacing = range[0]; spacing <= range[1]; spacing += 0.1) {
    const double last =
        static_cast<double>(ink.height) - 0.6 * mm - static_cast<double>(lines - 1) * spacing * mm;
    for (double y = 1.2 * mm; y < last; y += 0.15 * mm) {
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
  constexpr double kPitchShare = 0.069;
  constexpr double kBeyond = 0.02;  // share of the width by which a line may begin or end outside
  const double length = static_cast<double>(characters) * pitch * (1 - kPitchShare);
  return {pitch, kPitchShare, -kBeyond * width, (1 + kBeyond) * width - length};
}

CharacterGrid fit_grid(const std::vector<float>& ink_of_columns,
                       const GridRange& range,
                       std::size_t characters) {
  constexpr double kPitchStep = 0.0015;
  constexpr double kBeyond = 1.02;  // of the width
  const RunningSum columns(ink_of_columns);
  const auto width = static_cast<double>(ink_of_columns.size());
  const auto steps = static_cast<int>(range.pitch_share / kPitchStep);
  CharacterGrid best = {range.first_start, range.pitch, 0, static_cast<double>(characters)};
  double most = -std::numeric_limits<double>::max();
  CharacterGrid grid = best;
  for (int i = -steps; i <= steps; ++i) {
    grid.pitch = range.pitch * (1 + kPitchStep * i);
    const double last = std::min(range.last_start, kBeyond * width - grid.count * grid.pitch);
    for (grid.start = range.first_start; grid.start < last; grid.start += 1) {
      const double score = grid_score(columns, grid);
      if (score <= most) continue;
      most = score;
      best = grid;
    }
  }
  return best;
}

CharacterGrid refine_grid(const std::vector<float>& ink_of_columns, const CharacterGrid& near) {
  const RunningSum columns(ink_of_columns);
  CharacterGrid best = near;
  double most = -std::numeric_limits<double>::max();
  CharacterGrid grid = near;
  for (int bend = -5; bend <= 5; ++bend) {
    for (int i = -10; i <= 10; ++i) {
      for (int shift = -18; shift <= 18; ++shift) {
        grid.bend = 0.006 * bend;
        grid.pitch = near.pitch * (1 + 0.0015 * i);
        grid.start = near.start + shift * 0.025 * near.pitch;
        const double score = grid_score(columns, grid);
        if (score <= most) continue;
        most = score;
        best = grid;
      }
    }
  }
  return best;
}

}  // namespace countersign
