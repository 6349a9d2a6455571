#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/drawing/head.h"

namespace countersign::drawing {

struct FacePlan {
  std::uint64_t seed = 1;   // whose face
  std::uint64_t room = 0;   // whose wall and light; 0: the same seed's
  std::uint32_t index = 0;  // which frame of a recording; each differs a little
  HeadAngles angles;        // besides what differs a little
  double nearness = 1;      // how much larger the head is than usual
  double shift_x = 0;       // of the head, as a share of the picture's width
  double side_light = 0;    // how far the light is from the front, to whichever side
  double grain = 3;         // of the sensor, in steps of 255
  std::uint32_t width = 480;
  std::uint32_t height = 640;
};

// Draws a frame of an invented face before a wall, as the camera sees it: not mirrored. Equal plans
// give equal pixels; another seed or index gives other pixels.
RgbImage draw_face_frame(const FacePlan& plan);

// The same person while performing an action, by `share` of a whole one. Actions other than the
// turns, the tilts, coming closer and looking straight leave the face as it is.
FacePlan performing(FacePlan plan, Action action, double share = 1);

// As many frames of a person who performs the actions one after the other, each in a frame of its
// own, and then looks straight. REQUIRES: as many frames as actions, or more.
std::vector<FacePlan> recording_of(const FacePlan& plan,
                                   std::span<const Action> actions,
                                   std::size_t frames);

}  // namespace countersign::drawing
