#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/outline/edge_map.h"
#include "core/inspection/outline/line_search.h"

namespace countersign {

// A straight line in a picture, and where edges along it are seen. The edges are counted once for
// the whole line, so that asking for a side on it is cheap: thousands of quadrilaterals share a few
// lines.
class SeenLine {
 public:
  // A line of which nothing is asked.
  explicit SeenLine(const PictureLine& line);
  // Counts as far as a side may reach: by the share `beyond` of the picture outside of it.
  SeenLine(const PictureLine& line, const EdgeMap& edges, double beyond);

  const PictureLine& line() const { return line_; }
  // Returns the share of the side between two points of the line along which there are edges
  // parallel to it. The ends do not count: the corners of a document are round and belong to no
  // side. REQUIRES: the line was counted.
  double seen_share(const PicturePoint& from, const PicturePoint& to) const;
  // The same, but what is not seen in the middle half of the side counts half.
  double uncovered_share(const PicturePoint& from, const PicturePoint& to) const;

 private:
  // A stretch of the line, as indices of seen_.
  struct Stretch {
    std::size_t first;
    std::size_t last;
  };
  double along(const PicturePoint& point) const;
  // The part of the side between two points that counts; nullopt if it is too short to tell.
  std::optional<Stretch> counted(const PicturePoint& from, const PicturePoint& to) const;
  double seen_share(const Stretch& stretch) const;

  PictureLine line_;
  double cosine_;  // of the line's angle
  double sine_;
  double first_ = 0;                 // the place of seen_[0] along the line, in pixels
  std::vector<std::uint32_t> seen_;  // how many places before this one show an edge
};

// Returns the largest share of the side of a page that is seen along a curve, if nearly all of it
// is, else 0. A page that does not lie flat has sides that bulge from their straight lines. Many
// curves are tried, and one may meet other edges along a part of a side; none meets them along all
// of it.
double seen_along_bow(const EdgeMap& edges, const PicturePoint& from, const PicturePoint& to);

}  // namespace countersign
