#pragma once
#include <array>
#include <optional>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Where the border of a document was seen.
struct Outline {
  Quadrilateral corners{};       // in pixels of the picture that was searched
  std::array<double, 4> seen{};  // the share of each side, from the top clockwise, that is there
  double clearness = 0;          // 0 to 1: how well it is seen, and has a document's shape
  double score = 0;              // the same, less where it is small
  bool cut = false;              // a side of it is the border of the picture

  double least_seen() const;
  // Width over height, as it is seen: not made right for the perspective.
  double aspect() const;
};

// Finds the card or page of a picture: of all quadrilaterals of straight lines
// the one whose sides are seen best, that has the shape of an ID-1 or ID-3 document
// (ISO/IEC 7810), either way up and seen at a slant, and that is large. nullopt
// when nothing comes near. When that is poor, and three sides are seen of something
// that the border of the picture cuts off, that is found, and `cut`.
std::optional<Outline> find_outline(const RgbImage& picture, const DocumentThresholds& thresholds);

// Width over height of the documents of ISO/IEC 7810.
inline constexpr double kAspectId1 = 85.60 / 53.98;
inline constexpr double kAspectId3 = 125.0 / 88.0;

}  // namespace countersign
