#pragma once
#include "core/inspection/face/head_pose.h"

namespace countersign {

// The only face of a frame. `x`, `y` and `side` are shares of the picture's width, its height and
// its shorter side.
struct SeenFace {
  double x = 0;
  double y = 0;
  double side = 0;
  HeadPose pose;
};

}  // namespace countersign
