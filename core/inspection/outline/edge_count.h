#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/outline/edge_map.h"

namespace countersign {

// A level box in a picture, by its middle and half of its width and height, in pixels.
struct LevelBox {
  double x = 0;
  double y = 0;
  double across = 0;
  double down = 0;
};

// The box of four corners, clockwise from the upper left, with sides of this share of theirs.
LevelBox box_of(const Quadrilateral& corners, double share);

// How many edges there are in a part of a picture. Counted once (summed-area tables, Crow 1984), so
// that asking is cheap: thousands of quadrilaterals are tried. Immutable.
class EdgeCount {
 public:
  explicit EdgeCount(const EdgeMap& edges);

  struct Count {
    double edges = 0;
    double pixels = 0;
    // 0 where there are no pixels.
    double share() const { return pixels > 0 ? edges / pixels : 0; }
  };
  // Counts in the part of the box that is in the picture.
  Count in(const LevelBox& box) const;

 private:
  std::uint32_t at(std::size_t x, std::size_t y) const { return before_[y * (width_ + 1) + x]; }

  std::size_t width_;
  std::size_t height_;
  std::vector<std::uint32_t> before_;  // above and to the left of a corner of a pixel
};

}  // namespace countersign
