#pragma once
#include "core/inspection/image/luma_image.h"

namespace countersign {

struct Exposure {
  double highlight_luma = 0;  // all but the brightest fiftieth lies below
  double shadow_luma = 0;     // all but the darkest thousandth lies above
  double blown_share = 0;     // of the pixels that are as white as can be
};

// How the brightness of a picture is spread. The brightest fiftieth is enough
// of a photograph to hold a document on a dark table; the darkest thousandth is
// enough of a page with a single line of print to hold that line.
Exposure measure_exposure(const LumaImage& luma);

// As white as a camera or a scanner makes it: no detail is left above.
inline constexpr int kBlownLuma = 250;

}  // namespace countersign
