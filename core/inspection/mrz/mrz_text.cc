#include "core/inspection/mrz/mrz_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/mrz/mrz_line.h"
#include "core/inspection/mrz/mrz_twins.h"
#include "core/inspection/mrz/ocr_b/match.h"

namespace countersign {
namespace {

// A line is given up if so many probed characters have less than this mean likeness to OCR-B. Print
// other than OCR-B stays below 0.7, and a zone is legible from 0.8 on. Chosen on the drawn set, not
// measured.
constexpr std::size_t kProbes = 8;
constexpr float kHopeless = 0.55F;

// Characters by which the grid may begin too early or too late. Fillers and lines of a pattern
// beside a line pull it by one or two.
constexpr std::size_t kShift = 3;
// A window that begins elsewhere must show this much more print, in characters. Chosen on the first
// set of real specimens.
constexpr float kShiftGain = 0.1F;

struct ReadCharacter {
  char character = '<';
  float likeness = -1;
};

ReadCharacter likeliest(const OcrBScores& scores, MrzClass place) {
  ReadCharacter best;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (!mrz_allows(place, kOcrBCharacters[c]) || scores[c] <= best.likeness) continue;
    best = {kOcrBCharacters[c], scores[c]};
  }
  return best;
}

// The document's code, which no check digit guards. P and B, or I and 1, look alike. As the first
// letter one that ICAO Doc 9303 assigns to the layout is preferred to one that it does not; as the
// second a letter or a filler to a digit, which few states use; 0, which none uses, is an O.
ReadCharacter likeliest_code(const OcrBScores& scores,
                             const MrzLayout& layout,
                             std::size_t column,
                             MrzClass allowed) {
  // Likeness that a usual letter may lack, in the first column and in the second. Chosen on the
  // first set of real specimens.
  constexpr std::array<float, 2> kPreference = {0.10F, 0.04F};
  const ReadCharacter any = likeliest(scores, allowed);
  ReadCharacter best = {any.character, any.likeness - kPreference[column]};
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const char character = kOcrBCharacters[c];
    const bool usual =
        column == 0 ? is_document_code(layout, character) : mrz_allows(MrzClass::Letter, character);
    if (usual && scores[c] > best.likeness) best = {character, scores[c]};
  }
  if (column == 1 && best.character == '0') return {'O', scores[kOcrBCharacters.find('O')]};
  return best.character == any.character ? any : best;
}

float most(const OcrBScores& scores) { return *std::ranges::max_element(scores); }

// The sum of the likenesses of the probed characters to any character of OCR-B.
float probed(const MrzLine& line, const CharacterGrid& grid, std::size_t softness) {
  float sum = 0;
  const auto count = static_cast<std::size_t>(grid.count);
  for (std::size_t i = 0; i < kProbes; ++i) {
    const std::size_t character = (2 * i + 1) * count / (2 * kProbes);
    sum += most(line.scores(grid, static_cast<double>(character), softness));
  }
  return sum;
}

// The lines of a zone with their grids, and the likenesses of every character.
class Zone {
 public:
  Zone(const LumaImage& ink, const MrzLayout& layout, const MrzPlace& place, const GridRange& range)
      : layout_(layout) {
    for (std::size_t i = 0; i < layout.lines; ++i) lines_.emplace_back(ink, place, i);
    fit(range);
  }

  // Finds how soft the print is. False if a line is no OCR-B, soft or not.
  bool readable() {
    float best = 0;
    for (std::size_t softness = 0; softness < kOcrBSoftness.size(); ++softness) {
      float sum = 0;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const float of_line = probed(lines_[i], grids_[i], softness);
        if (of_line < kHopeless * kProbes) return false;
        sum += of_line;
      }
      if (sum <= best) break;
      best = sum;
      softness_ = softness;
    }
    return true;
  }

  void look() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      std::vector<OcrBScores>& scores = scores_.emplace_back();
      for (std::size_t c = 0; c < layout_.length + 2 * kShift; ++c) {
        const double character = static_cast<double>(c) - static_cast<double>(kShift);
        scores.push_back(lines_[i].scores(grids_[i], character, softness_));
      }
    }
  }

  // The window with the most print: 0 to 2 kShift, where kShift is the grid as it was fitted.
  std::size_t best_window() const {
    std::size_t best = kShift;
    float best_print = print_of(kShift) + kShiftGain;
    for (std::size_t window = 0; window <= 2 * kShift; ++window) {
      if (window == kShift || print_of(window) <= best_print) continue;
      best = window;
      best_print = print_of(window);
    }
    return best;
  }

  const OcrBScores& at(std::size_t line, std::size_t column, std::size_t window) const {
    return scores_[line][column + window];
  }
  // The left border of a line's first character, and the right one of its last.
  std::pair<double, double> ends(std::size_t line, std::size_t window) const {
    const double first = static_cast<double>(window) - static_cast<double>(kShift);
    return {grids_[line].left_of(first),
            grids_[line].left_of(first + static_cast<double>(layout_.length))};
  }

 private:
  // Fits one grid to all lines, then each line's within half a character of it.
  void fit(const GridRange& range) {
    std::vector<std::vector<float>> columns;
    std::vector<float> sum;
    for (const MrzLine& line : lines_) {
      columns.push_back(line.ink_of_columns());
      sum.resize(columns.back().size());
      for (std::size_t x = 0; x < sum.size(); ++x) sum[x] += columns.back()[x];
    }
    const CharacterGrid common = fit_grid(sum, range, layout_.length);
    for (const std::vector<float>& of_line : columns) {
      grids_.push_back(refine_grid(of_line, common));
    }
  }

  float print_of(std::size_t window) const {
    float print = 0;
    for (const std::vector<OcrBScores>& line : scores_) {
      for (std::size_t c = 0; c < layout_.length; ++c) {
        print += std::max(0.0F, most(line[c + window]));
      }
    }
    return print;
  }

  MrzLayout layout_;
  std::vector<MrzLine> lines_;
  std::vector<CharacterGrid> grids_;
  std::vector<std::vector<OcrBScores>> scores_;
  std::size_t softness_ = 0;
};

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

}  // namespace

MrzReading read_mrz_text(const LumaImage& ink,
                         const MrzLayout& layout,
                         const MrzPlace& place,
                         const GridRange& range,
                         const MrzThresholds& thresholds) {
  Zone zone(ink, layout, place, range);
  if (!zone.readable()) return {};
  zone.look();
  const std::size_t window = zone.best_window();

  MrzReading reading;
  MrzTwins twins;
  float likeness = 0;
  float least = 1;
  auto left = static_cast<double>(ink.width);
  double right = 0;
  MrzFormat format = format_of(layout, "");
  for (std::size_t line = 0; line < layout.lines; ++line) {
    std::string& text = reading.lines.emplace_back();
    for (std::size_t column = 0; column < layout.length; ++column) {
      const OcrBScores& scores = zone.at(line, column, window);
      const MrzClass allowed = mrz_class(format, line, column);
      const bool code = line == 0 && column < 2;
      const ReadCharacter found =
          code ? likeliest_code(scores, layout, column, allowed) : likeliest(scores, allowed);
      if (!code) twins.consider(line, column, found.character, scores, allowed);
      text += found.character;
      likeness += found.likeness;
      least = std::min(least, found.likeness);
      if (line == 0 && column < kCodeLength) format = format_of(layout, text);
    }
    const auto [first, last] = zone.ends(line, window);
    left = std::min(left, first);
    right = std::max(right, last);
  }
  reading.confidence =
      static_cast<double>(likeness) / static_cast<double>(layout.lines * layout.length);
  reading.least = static_cast<double>(least);
  reading.place = around(ink, layout, place, left, right);
  if (legible(reading, thresholds)) twins.resolve(reading.lines);
  return reading;
}

}  // namespace countersign
