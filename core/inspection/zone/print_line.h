#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/zone/blobs.h"

namespace countersign {

// A line of print whose characters follow each other at one pitch, as those of a typewriter and of
// a machine-readable zone do. In pixels, in the frame in which it was found: the line runs from
// left to right, at a slope of at most one half.
struct PrintLine {
  std::vector<Blob> blobs;  // from left to right
  double pitch = 0;         // of the characters along x, in the middle of the line
  double widening = 0;      // of the pitch from one character to the next: perspective
  double height = 0;        // median of the blobs
  double evenness = 0;      // share of the distances that are near the median
  double level = 0;         // the middle of the line is level + slope x + bend x²
  double slope = 0;
  double bend = 0;

  double y(double x) const { return level + (slope + bend * x) * x; }
  double first_x() const { return static_cast<double>(blobs.front().x); }
  double last_x() const { return static_cast<double>(blobs.back().x); }
  // The number of characters from end to end, counting those that were not seen.
  double characters() const { return (last_x() - first_x()) / pitch + 1; }
  double slope_at(double x) const { return slope + 2 * bend * x; }
};

// Returns the lines of even print among the blobs: at least 14 blobs over at least 18 pitches, half
// of them at the median distance; the longest first, at most 60. The work grows with the blobs and
// with their number in a neighbourhood, which is bounded.
std::vector<PrintLine> find_print_lines(const std::vector<Blob>& blobs);

}  // namespace countersign
