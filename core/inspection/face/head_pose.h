#pragma once
#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/luma_image.h"

namespace countersign {

// The pose of a head, estimated without landmarks from the filter of the detector that fits best.
// Left and right are the person's own; the picture is as the camera saw it, not mirrored.
struct HeadPose {
  // The score of the filter for heads turned to their left minus that of the opposite filter: about
  // 0 for a person who looks into the camera, beyond 1.5 from about 10 degrees on. A photograph
  // turned by hand hardly changes it: the face in it stays frontal.
  double turn = 0;
  // Degrees towards the left shoulder, -36 to 36.
  double tilt_degrees = 0;
  // The side of the face (see Face), measured more finely than the detector does.
  double side_px = 0;
};

// Pure. The mirrored picture gives the same turn and tilt with the opposite sign.
// REQUIRES: finds_faces(), and `face` is in the picture.
HeadPose head_pose(const LumaImage& picture, const Face& face);

}  // namespace countersign
