#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

// Returns how much of a flat document is printed on: the share of its squares, of `side_px`, in
// which the brightness changes within two pixels at more than 11 % of the pixels, as it does in
// text, bars and MRZ lines. Tiles of a floor, boards of a table and empty frames change only at
// their borders. REQUIRES: side_px > 4.
double printed_share(const LumaImage& flat, std::size_t side_px);

// The part of a picture between two columns.
struct Columns {
  std::size_t first = 0;
  std::size_t end = 0;
};

// Returns how many lines of print, 0.75 to 5 mm high, lie one below the other between the columns:
// rows in which ink begins often, between rows in which it does so half as often at most, whatever
// the background has. A texture has no rows of the second kind, and a calm surface none of the
// first.
std::size_t printed_lines(const LumaImage& luma, const Columns& columns, double px_per_mm);

}  // namespace countersign
