#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz_lines.h"
#include "core/inspection/mrz/ocr_b/match.h"

namespace countersign {

// The scale of the ink in which lines are read: 30 pixels per character.
inline constexpr double kMrzPxPerMm = 12;
// ICAO Doc 9303, part 3, 4.2: ten characters per inch.
inline constexpr double kMrzPitchMm = 2.54;

// One line of print in an ink map of kMrzPxPerMm, followed along its course. Refers to the ink,
// which must outlive it.
class MrzLine {
 public:
  MrzLine(const LumaImage& ink, const MrzPlace& place, std::size_t index);

  // The ink of the line, column by column.
  std::vector<float> ink_of_columns() const;
  // The likeness of one character of the grid to each of OCR-B's. Places before the first character
  // and after the last are looked at in the same way.
  // `softness` is an index of kOcrBSoftness.
  OcrBScores scores(const CharacterGrid& grid, double character, std::size_t softness) const;

 private:
  double straight_y(double x) const;
  void follow();

  const LumaImage& ink_;
  double first_y_;
  double slope_;
  std::vector<double> off_;  // of the line's middle from the straight one, column by column
};

}  // namespace countersign
