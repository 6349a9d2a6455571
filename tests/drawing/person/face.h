#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/drawing/person/head.h"

namespace countersign::drawing {

inline constexpr double kTurnDegrees = 19;  // of a whole turn

struct FacePlan {
  std::uint64_t seed = 1;   // selects the face
  std::uint64_t room = 0;   // selects the wall and the light; 0: the seed does
  std::uint32_t index = 0;  // the frame of a recording; each differs a little
  HeadAngles angles;        // without the small differences between frames
  double nearness = 1;      // how much larger than usual the head is
  double shift_x = 0;       // of the head, as a share of the picture's width
  double side_light = 0;    // how far the light is off the front, to either side
  double grain = 3;         // of the sensor, on the scale from 0 to 255
  std::uint32_t width = 480;
  std::uint32_t height = 640;
};

// Draws a frame of an invented face before a wall, as the camera sees it: not mirrored. Equal plans
// give equal pixels; another seed or index gives other pixels.
RgbImage draw_face_frame(const FacePlan& plan);

// The plan of the same person while performing an action, by `share` of a whole one. Only the
// turns, the tilts and coming closer change the face; other actions leave it as it is.
FacePlan performing(FacePlan plan, Action action, double share = 1);

// The plans of `frames` frames of a person who performs the actions one after the other, each in a
// frame of its own, and then looks straight. REQUIRES: at least as many frames as actions.
std::vector<FacePlan> recording_of(const FacePlan& plan,
                                   std::span<const Action> actions,
                                   std::size_t frames);

}  // namespace countersign::drawing
