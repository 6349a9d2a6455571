#pragma once
#include <array>
#include <optional>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The border of a document found in a picture.
struct Outline {
  Quadrilateral corners{};       // in pixels of the picture that was searched
  std::array<double, 4> seen{};  // the visible share of each side, clockwise from the top
  // The same, but what is hidden between a side's ends counts half: a finger that holds a document
  // there hides its margin. One that hides a corner hides the end of a side.
  std::array<double, 4> uncovered{};
  double clearness = 0;  // 0 to 1: how visible and how document-shaped it is
  double score = 0;      // the clearness, reduced for a small document
  bool cut = false;      // one side is the border of the picture

  double least_seen() const;
  // Width over height as seen, without correction of the perspective.
  double aspect() const;
};

// The borders found in a picture; each is nullopt if no quadrilateral is plausible.
struct Outlines {
  // The whole one, or, if that is poor, and three sides of a shape are visible that the border of
  // the picture cuts off, that shape, with `cut` set.
  std::optional<Outline> best;
  // The best one whose four sides are visible, however poor it is.
  std::optional<Outline> whole;
};

// How many pixels of a picture are searched for straight lines.
std::size_t search_pixels_of(const RgbImage& picture);

// Finds the card or page in a picture: of all quadrilaterals of straight lines the best one by how
// visible its sides are, how close it is to the shape of an ID-1 or ID-3 document (ISO/IEC 7810;
// lying or standing, seen at a slant), and how large it is.
Outlines find_outlines(const Picture& picture, const DocumentThresholds& thresholds);

}  // namespace countersign
