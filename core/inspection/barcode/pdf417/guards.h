#pragma once
#include <optional>

#include "core/inspection/barcode/pdf417/straight_line.h"
#include "core/inspection/image/luma_image.h"

namespace countersign::pdf417 {

// The place of a symbol in a picture, in pixels, between its start pattern and its stop pattern.
// The lines give x for y.
struct Guards {
  StraightLine left;   // where the start pattern ends
  StraightLine right;  // where the stop pattern begins
  double top = 0;      // the first and the last row in which one of them was seen
  double bottom = 0;
  double module = 0;  // the width of a module of the start pattern
};

// Finds a symbol whose rows run nearly along those of the picture, the start pattern on the left.
// Looks at every fourth row; the time is bounded by the number of pixels, whatever the picture
// shows. REQUIRES: a picture with pixels.
std::optional<Guards> find_guards(const LumaImage& picture);

// Whether some rows, in one line, show what another reader may take for a start pattern. Knows
// patterns that are worse than those that find_guards() needs. REQUIRES: as find_guards().
bool may_show_start(const LumaImage& picture);

}  // namespace countersign::pdf417
