#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

// How much of a flat document is printed on: the share of its squares, of `side_px`, in which the
// brightness changes within two pixels nearly everywhere, as it does in text, bars and
// machine-readable lines. Tiles of a floor, boards of a table and empty frames change at their
// borders only. REQUIRES: side_px > 4.
double printed_share(const LumaImage& flat, std::size_t side_px);

}  // namespace countersign
