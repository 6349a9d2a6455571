#pragma once
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// A face in a frame: a square from the eyebrows to the chin, in shares of the picture's width and
// height, from its top left corner; and how the head is held (head_pose.h).
struct GuideFace {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  double turn = 0;
  double tilt_degrees = 0;
};

// Returns the faces that the server would count in this frame, the largest first. Pure.
std::vector<GuideFace> view_faces(const RgbImage& picture, const Thresholds& thresholds);

}  // namespace countersign
