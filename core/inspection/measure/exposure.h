#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

struct Exposure {
  double highlight_luma = 0;  // all but the brightest fiftieth lies below
  double shadow_luma = 0;     // all but the darkest thousandth lies above
  double blown_share = 0;     // share of the pixels that are blown (kBlownLuma)
};

// Measures how the brightness of a picture is spread. A fiftieth of a photograph is enough to
// contain a document on a dark table; a thousandth of a page is enough to contain a single line of
// print.
Exposure measure_exposure(const LumaImage& luma);

// As white as a camera or a scanner makes a pixel: no detail is left above this.
inline constexpr int kBlownLuma = 250;

}  // namespace countersign
