#pragma once
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/zone/frame.h"
#include "core/inspection/zone/print_line.h"

namespace countersign {

// The size of the document on which a zone of this layout is printed.
constexpr DocumentSize size_of(const MrzLayout& layout) {
  if (layout == kTwoLinesOf44) return DocumentSize::Id3;
  return layout == kTwoLinesOf36 ? DocumentSize::Id2 : DocumentSize::Id1;
}

// Where a machine-readable zone may be in a picture. Maps a place in the zone to the picture: u is
// in characters from the left border of the first one, v in lines from the middle of the first. The
// lines may be curved, and in perspective. Immutable.
class ZonePlace {
 public:
  // Two lines of print as the lines number `upper` and `lower` of a zone.
  struct Lines {
    const PrintLine& above;
    const PrintLine& below;
    std::size_t upper = 0;
    std::size_t lower = 1;
  };
  // The ends of the lines on the frame's x axis, between the two lines.
  struct Span {
    double left = 0;
    double right = 0;
  };
  ZonePlace(const Frame& frame, const MrzLayout& layout, const Lines& lines, const Span& span);

  // The same lines read from the other end.
  ZonePlace upside_down() const;

  PicturePoint at(double u, double v) const;
  const MrzLayout& layout() const { return layout_; }
  // The height of the zone from the middle of the first line to that of the last, in millimetres.
  double height_mm() const;
  double px_per_mm() const;

  // The corners of the document on which such a zone is printed, in the picture: of size ID-3, ID-2
  // or ID-1 by the layout, seen straight. Off by some millimetres if it is not.
  Quadrilateral sheet() const;

 private:
  struct Course {
    double level;
    double slope;
    double bend;
    double y(double x) const { return level + (slope + bend * x) * x; }
  };
  PicturePoint in_frame(double u, double v) const;

  Frame frame_;
  MrzLayout layout_;
  Course above_;
  Course below_;
  double upper_;
  double lower_;
  Span span_;
  double widening_;  // of the pitch over the whole line, as a share of it
  double lean_;      // how much further right the line below begins than the one above
  bool upside_down_ = false;
};

// Returns the places of zones that a frame's lines of print can be: lines of one pitch that run one
// below the other, as many and as long as a layout has; some characters, or the third line, may be
// unseen. The likeliest first.
std::vector<ZonePlace> find_zone_places(const Frame& frame, const std::vector<PrintLine>& lines);

}  // namespace countersign
