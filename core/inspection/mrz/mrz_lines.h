#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz.h"

namespace countersign {

// A possible place of the lines of an MRZ in an ink map. The middle of line i, at column x, lies at
// `first_y` + i `spacing` + `slope` (x - width / 2).
struct MrzPlace {
  double first_y = 0;
  double spacing = 0;
  double slope = 0;
};

// Returns the likeliest places of so many lines of print one below the other, the best first, at
// most `max_places`; empty if nothing looks like them.
std::vector<MrzPlace> find_mrz_places(const LumaImage& ink,
                                      double px_per_mm,
                                      std::size_t lines,
                                      std::size_t max_places);

// Where the characters of one line begin: i from 0 to the number of characters. Any remaining
// perspective makes them wider at one end.
struct CharacterGrid {
  double start = 0;
  double pitch = 0;
  double bend = 0;  // pixels per squared distance from the middle in characters
  double count = 0;

  double left_of(double i) const {
    const double middle = i - count / 2;
    return start + i * pitch + bend * (middle * middle - count * count / 4);
  }
};

// Where a grid is looked for.
struct GridRange {
  double pitch = 0;        // of a character, in pixels
  double pitch_share = 0;  // by which the pitch may differ from that
  double first_start = 0;  // of the first character's left border
  double last_start = 0;
};
// Anywhere in a map of this width, with the pitch that the standard has.
GridRange whole_width(double width, double pitch, std::size_t characters);

// Returns the grid with the least ink on the borders between characters and beside the line.
// `ink_of_columns` is the ink of the line, column by column.
CharacterGrid fit_grid(const std::vector<float>& ink_of_columns,
                       const GridRange& range,
                       std::size_t characters);

// Returns the best grid near another one: its first character begins within half a character, and
// one end may be wider than the other.
CharacterGrid refine_grid(const std::vector<float>& ink_of_columns, const CharacterGrid& near);

}  // namespace countersign
