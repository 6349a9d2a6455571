#pragma once
#include <vector>

#include "core/inspection/outline/edge_map.h"

namespace countersign {

// A straight line: all (x, y) with x cos(angle) + y sin(angle) = offset.
struct PictureLine {
  double angle = 0;   // of its normal, in radians
  double offset = 0;  // from the top left corner, in pixels
  double votes = 0;

  // Returns where the line crosses a level (x_at) or an upright (y_at) line. REQUIRES: the two
  // lines cross.
  double x_at(double y) const;
  double y_at(double x) const;
};

enum class LineDirection : std::uint8_t { Upright, Level };  // each within 45 degrees

// Returns the straight lines that the most edge pixels lie on, the strongest first; of lines that
// nearly coincide, only the strongest. Uses the Hough transform (Duda and Hart 1972), in which an
// edge pixel votes only for lines across its gradient.
std::vector<PictureLine> strongest_lines(const EdgeMap& edges,
                                         LineDirection direction,
                                         std::size_t max_lines);

}  // namespace countersign
