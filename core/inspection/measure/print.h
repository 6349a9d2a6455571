#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

// Returns how much of a flat document is printed on: the share of its squares, of `side_px`, in
// which the brightness changes within two pixels at more than 11 % of the pixels, as it does in
// text, bars and MRZ lines. Tiles of a floor, boards of a table and empty frames change only at
// their borders. REQUIRES: side_px > 4.
double printed_share(const LumaImage& flat, std::size_t side_px);

}  // namespace countersign
