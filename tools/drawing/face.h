#pragma once
#include <cstdint>

#include "core/inspection/rgb_image.h"

namespace countersign::drawing {

struct FacePlan {
  std::uint64_t seed = 1;   // whose face
  std::uint32_t index = 0;  // which frame of a recording; each differs a little
  double yaw = 0;           // -1 turned to the person's right ... 1 to the left
  std::uint32_t width = 480;
  std::uint32_t height = 640;
};

// Draws a frame of an invented face before a wall. Equal plans give equal
// pixels; another seed or index gives other pixels.
RgbImage draw_face_frame(const FacePlan& plan);

}  // namespace countersign::drawing
