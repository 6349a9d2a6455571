#pragma once
#include <array>

namespace countersign::matcher {

// A face as the detector reports it: the row of cv::FaceDetectorYN. Left, top, width, height; x and
// y of the person's right eye, left eye, tip of the nose, right and left corner of the mouth, all
// in pixels of the picture; the score, 0 to 1.
struct SeenFace {
  std::array<float, 15> row{};

  double width_px() const { return row[2]; }
  double score() const { return row[14]; }
};

}  // namespace countersign::matcher
