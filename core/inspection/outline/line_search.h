#pragma once
#include <vector>

#include "core/inspection/outline/edge_map.h"

namespace countersign {

// A straight line: all (x, y) with x cos(angle) + y sin(angle) = offset.
struct PictureLine {
  double angle = 0;   // of its normal, in radians
  double offset = 0;  // from the top left corner, in pixels
  double votes = 0;

  // Where it crosses a level, or an upright, line. REQUIRES: it does.
  double x_at(double y) const;
  double y_at(double x) const;
};

enum class LineDirection : std::uint8_t { Upright, Level };  // each within 45 degrees

// The straight lines that the most edges lie on, the strongest first; of those
// that nearly coincide the strongest. The transform of Hough (Duda and Hart
// 1972), in which an edge votes only for lines across its gradient.
std::vector<PictureLine> strongest_lines(const EdgeMap& edges,
                                         LineDirection direction,
                                         std::size_t max_lines);

}  // namespace countersign
