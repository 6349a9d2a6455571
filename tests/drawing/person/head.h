#pragma once
#include <cstdint>

#include "tests/drawing/canvas.h"

namespace countersign::drawing {

// The pose of a head, in degrees. Left is the person's own left, which is the right of a picture
// that is not mirrored.
struct HeadAngles {
  double turn = 0;  // to the left
  double tilt = 0;  // to the left shoulder
  double nod = 0;   // down
};

// The light as seen in the picture, in shares of its strength: from the right, from above and from
// everywhere.
struct HeadLight {
  double from_right = -0.3;
  double from_above = 0.35;
  double everywhere = 0.42;
};

// The position of a head, in pixels: the middle between its crown and its chin, and half of that
// length.
struct HeadPlace {
  Point middle;
  double radius = 100;
};

// Draws an invented person's head, neck and shoulders as a solid body seen by a camera: the surface
// of an egg with a nose, sockets, lips and brows, shaded by its slopes. Equal seeds give equal
// persons. Draws only within `frame`.
void draw_person(Canvas& canvas,
                 const Box& frame,
                 std::uint64_t seed,
                 const HeadPlace& place,
                 const HeadAngles& angles,
                 const HeadLight& light);

}  // namespace countersign::drawing
