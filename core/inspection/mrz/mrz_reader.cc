#include "core/inspection/mrz/mrz_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/ink_map.h"
#include "core/inspection/mrz/mrz_lines.h"
#include "core/inspection/mrz/ocr_b/match.h"

namespace countersign {
namespace {

constexpr double kPxPerMm = 12;      // 30 pixels per character
constexpr double kPitchMm = 2.54;    // ICAO Doc 9303, part 3, 4.2: ten characters per inch
constexpr double kFootShare = 0.52;  // lower share of the document, which contains the MRZ
constexpr double kPaperMm = 3.2;     // around a character, to measure the paper
constexpr std::size_t kMaxPlaces = 3;

// A line is given up if the probed characters resemble no OCR-B.
constexpr std::size_t kProbes = 8;
constexpr float kHopeless = 0.55F;

// A layout, and the size of the document on which it is printed (ISO/IEC 7810).
struct Sheet {
  MrzLayout layout;
  double width_mm = 0;
  double height_mm = 0;
};
constexpr Sheet kId1 = {kThreeLinesOf30, 85.60, 53.98};
constexpr Sheet kId2 = {kTwoLinesOf36, 105, 74};
constexpr Sheet kId3 = {kTwoLinesOf44, 125, 88};

int ink_at(const LumaImage& ink, long x, long y) {
  if (x < 0 || y < 0 || x >= static_cast<long>(ink.width) || y >= static_cast<long>(ink.height)) {
    return 0;
  }
  return ink.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
}

// One line of print, followed along its course.
class Line {
 public:
  Line(const LumaImage& ink, const MrzPlace& place, std::size_t index)
      : ink_(ink),
        first_y_(place.first_y + static_cast<double>(index) * place.spacing),
        slope_(place.slope) {
    follow();
  }

  CharacterGrid fit(std::size_t characters) const {
    std::vector<float> columns(ink_.width);
    for (std::size_t x = 0; x < ink_.width; ++x) {
      const double middle = straight_y(static_cast<double>(x));
      const long last = std::lround(middle + 1.3 * kPxPerMm);
      for (long y = std::lround(middle - 1.3 * kPxPerMm); y <= last; ++y) {
        const int value = ink_at(ink_, static_cast<long>(x), y);
        if (value > 50) columns[x] += static_cast<float>(value);
      }
      columns[x] = std::min(columns[x], 900.0F);  // a bar counts no more than a letter
    }
    return fit_grid(columns, kPitchMm * kPxPerMm, characters);
  }

  OcrBScores scores(const CharacterGrid& grid, std::size_t character) const {
    const double left = grid.left_of(static_cast<double>(character));
    const double right = grid.left_of(static_cast<double>(character) + 1);
    const double scale = (right - left) / kOcrBWidth;
    const double middle_x =
        std::clamp((left + right) / 2, 0.0, static_cast<double>(ink_.width) - 1);
    const double middle_y = straight_y(middle_x) + off_[static_cast<std::size_t>(middle_x)];
    OcrBPatch patch;
    for (std::size_t v = 0; v < kPatchHeight; ++v) {
      for (std::size_t u = 0; u < kPatchWidth; ++u) {
        const double x = left + (static_cast<double>(u) - kOcrBPlay + 0.5) * scale - 0.5;
        const double y =
            middle_y + (static_cast<double>(v) - kPatchHeight / 2.0 + 0.5) * scale - 0.5;
        patch[v * kPatchWidth + u] = interpolated(x, y);
      }
    }
    return match_ocr_b(patch);
  }

 private:
  double straight_y(double x) const {
    return first_y_ + slope_ * (x - static_cast<double>(ink_.width) / 2);
  }

  std::uint8_t interpolated(double x, double y) const {
    const auto column = static_cast<long>(std::floor(x));
    const auto row = static_cast<long>(std::floor(y));
    const double right = x - static_cast<double>(column);
    const double below = y - static_cast<double>(row);
    const double top =
        ink_at(ink_, column, row) * (1 - right) + ink_at(ink_, column + 1, row) * right;
    const double bottom =
        ink_at(ink_, column, row + 1) * (1 - right) + ink_at(ink_, column + 1, row + 1) * right;
    return static_cast<std::uint8_t>(top * (1 - below) + bottom * below);
  }

  // Finds how far the ink's centre is above or below the straight line, as a mean over 10 mm.
  void follow() {
    const std::size_t width = ink_.width;
    std::vector<double> moments(width + 1);
    std::vector<double> weights(width + 1);
    for (std::size_t x = 0; x < width; ++x) {
      const double middle = straight_y(static_cast<double>(x));
      moments[x + 1] = moments[x];
      weights[x + 1] = weights[x];
      const long last = std::lround(middle + 2 * kPxPerMm);
      for (long y = std::lround(middle - 2 * kPxPerMm); y <= last; ++y) {
        const int value = ink_at(ink_, static_cast<long>(x), y);
        if (value <= 60) continue;
        moments[x + 1] += value * (static_cast<double>(y) - middle);
        weights[x + 1] += value;
      }
    }
    const auto half = static_cast<std::size_t>(5 * kPxPerMm);
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t from = x > half ? x - half : 0;
      const std::size_t to = std::min(width, x + half + 1);
      const double weight = weights[to] - weights[from];
      off_.push_back(weight > 0 ? (moments[to] - moments[from]) / weight : 0);
    }
  }

  const LumaImage& ink_;
  double first_y_;
  double slope_;
  std::vector<double> off_;
};

struct Character {
  char character = '<';
  float likeness = -1;
};

Character likeliest(const OcrBScores& scores, MrzClass place) {
  Character best;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (!mrz_allows(place, kOcrBCharacters[c]) || scores[c] <= best.likeness) continue;
    best = {kOcrBCharacters[c], scores[c]};
  }
  return best;
}

bool hopeless(const Line& line, const CharacterGrid& grid) {
  float sum = 0;
  for (std::size_t i = 0; i < kProbes; ++i) {
    const auto count = static_cast<std::size_t>(grid.count);
    const OcrBScores scores = line.scores(grid, (2 * i + 1) * count / (2 * kProbes));
    sum += *std::max_element(scores.begin(), scores.end());
  }
  return sum < kHopeless * kProbes;
}

// The lines, with half a line spacing above the first middle and below the last.
Quadrilateral around(const LumaImage& ink,
                     const MrzLayout& layout,
                     const MrzPlace& place,
                     double left,
                     double right) {
  const auto at = [&](double x, double line) {
    const double off = x - static_cast<double>(ink.width) / 2;
    return PicturePoint{x, place.first_y + line * place.spacing + place.slope * off};
  };
  const double last = static_cast<double>(layout.lines) - 0.5;
  return {at(left, -0.5), at(right, -0.5), at(right, last), at(left, last)};
}

MrzReading read_at(const LumaImage& ink, const MrzLayout& layout, const MrzPlace& place) {
  MrzReading reading;
  double likeness = 0;
  auto left = static_cast<double>(ink.width);
  double right = 0;
  MrzFormat format = format_of(layout, '<');
  for (std::size_t i = 0; i < layout.lines; ++i) {
    const Line line(ink, place, i);
    const CharacterGrid grid = line.fit(layout.length);
    if (hopeless(line, grid)) return {};
    left = std::min(left, grid.left_of(0));
    right = std::max(right, grid.left_of(grid.count));
    std::string text;
    for (std::size_t column = 0; column < layout.length; ++column) {
      const Character found = likeliest(line.scores(grid, column), mrz_class(format, i, column));
      text += found.character;
      likeness += static_cast<double>(found.likeness);
      // The first letter identifies a visa, whose second line has other fields.
      if (i == 0 && column == 0) format = format_of(layout, found.character);
    }
    reading.lines.push_back(std::move(text));
  }
  reading.confidence = likeness / static_cast<double>(layout.lines * layout.length);
  reading.place = around(ink, layout, place, left, right);
  return reading;
}

// Whether the search can end: the reading is legible and no check digit is wrong.
bool proven(const MrzReading& reading, const MrzThresholds& thresholds) {
  if (reading.confidence < thresholds.likeness.error) return false;
  const auto mrz = parse_mrz(reading.lines);
  return mrz && mrz->wrong.empty();
}

// Returns the ink map of the lower part of the document.
LumaImage foot_of(const LumaImage& photograph, const Quadrilateral& corners, const Sheet& sheet) {
  const auto width = static_cast<std::size_t>(std::lround(sheet.width_mm * kPxPerMm));
  const auto height = static_cast<std::size_t>(std::lround(sheet.height_mm * kPxPerMm));
  const LumaImage flat = rectified(photograph, corners, width, height);
  const auto top = static_cast<std::size_t>((1 - kFootShare) * static_cast<double>(height));
  LumaImage foot{width, height - top, {}};
  foot.bytes.assign(flat.bytes.begin() + static_cast<std::ptrdiff_t>(top * width),
                    flat.bytes.end());
  return ink_map(foot, static_cast<std::size_t>(kPaperMm * kPxPerMm));
}

// Maps a place in the foot to the photograph.
std::optional<Quadrilateral> in_photograph(const Quadrilateral& in_foot,
                                           const Quadrilateral& corners,
                                           const Sheet& sheet) {
  const double width = std::round(sheet.width_mm * kPxPerMm);
  const double height = std::round(sheet.height_mm * kPxPerMm);
  const auto map = Homography::between(rectangle(width, height), corners);
  if (!map) return std::nullopt;
  const double top = std::floor((1 - kFootShare) * height);
  Quadrilateral place;
  for (std::size_t i = 0; i < place.size(); ++i)
    place[i] = (*map)(in_foot[i].x, in_foot[i].y + top);
  return place;
}

}  // namespace

MrzReading read_mrz(const LumaImage& photograph,
                    const Quadrilateral& lying,
                    bool page,
                    const MrzThresholds& thresholds) {
  const std::array<Sheet, 3> likely =
      page ? std::array{kId3, kId1, kId2} : std::array{kId1, kId3, kId2};
  MrzReading best;
  for (const Sheet& sheet : likely) {
    for (const unsigned half_turn : {0U, 2U}) {
      const Quadrilateral corners = turned(lying, half_turn);
      const LumaImage ink = foot_of(photograph, corners, sheet);
      for (const MrzPlace& place : find_mrz_places(ink, kPxPerMm, sheet.layout.lines, kMaxPlaces)) {
        MrzReading reading = read_at(ink, sheet.layout, place);
        if (reading.place) reading.place = in_photograph(*reading.place, corners, sheet);
        if (proven(reading, thresholds)) return reading;
        if (reading.confidence > best.confidence) best = std::move(reading);
      }
    }
  }
  return best;
}

}  // namespace countersign
