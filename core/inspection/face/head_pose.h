#pragma once
#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/luma_image.h"

namespace countersign {

// How a head is held, told without landmarks: by which of the detector's filters fits best.
// Left and right are the person's own; the picture is as the camera saw it, not mirrored.
struct HeadPose {
  // The score of the filter for heads turned to their left less that of the other: about 0
  // for who looks into the camera, beyond 1.5 from about 10 degrees on. A photograph turned
  // by hand hardly moves it: its face stays one from the front.
  double turn = 0;
  // Degrees towards the left shoulder, -36 to 36.
  double tilt_degrees = 0;
  // Of the face (see Face), measured more finely than the detector finds it.
  double side_px = 0;
};

// Pure. The mirrored picture gives the same with the other sign.
// REQUIRES: finds_faces(), and a face of the picture.
HeadPose head_pose(const LumaImage& picture, const Face& face);

}  // namespace countersign
