#pragma once
#include <optional>
#include <vector>

namespace countersign::pdf417 {

struct Point {
  double along = 0;
  double across = 0;
};

// A line that has one place across for each place along.
struct StraightLine {
  double start = 0;  // across, where along is 0
  double slope = 0;

  double at(double along) const { return start + slope * along; }
};

// The limits of a line.
struct LineLimits {
  double off = 0;       // how far, across, a point may be from the line that it is on
  double shortest = 0;  // between the two points, along, by which a line is first drawn
  double least_slope = 0;
  double most_slope = 0;
};

// Returns the line that the most points are on, fitted to them; nullopt if no line has `fewest`
// points. The lines that are tried go through pairs of 32 of the points, evenly chosen, so that the
// time is bounded by the number of points.
std::optional<StraightLine> line_of_most(const std::vector<Point>& points,
                                         const LineLimits& limits,
                                         std::size_t fewest);

bool is_on(const StraightLine& line, const Point& point, double off);

}  // namespace countersign::pdf417
