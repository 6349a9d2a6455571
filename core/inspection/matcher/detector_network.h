#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/inspection/matcher/model_source.h"
#include "core/inspection/matcher/seen_face.h"
#include "core/result.h"

namespace cv {
class Mat;
}

namespace countersign::matcher {

// A network that finds faces: YuNet, with the outputs of one of its versions. One thread.
class DetectorNetwork {
 public:
  // Side of the picture that a network searches, whatever was photographed.
  static constexpr int kSide = 640;

  // Loads a model that was read, by the names of its outputs: `loc`, `conf` and `iou` of YuNet as
  // it was published in 2021 and 2022, or `cls_8`, `obj_8`, `bbox_8`, `kps_8` and those of the
  // steps 16 and 32 of YuNet as it was published from 2023 on. Tries it on a drawn picture, because
  // OpenCV takes any network, and reads beyond outputs that are too small. Returns a sentence that
  // names the file if the model is of neither kind or cannot be run.
  static Result<std::unique_ptr<DetectorNetwork>, std::string> load(const ModelSource& source);
  virtual ~DetectorNetwork() = default;

  // Returns every face of at least this score, one for each person, in pixels of the canvas. The
  // order is by falling score. Throws cv::Exception.
  // REQUIRES: a canvas of kSide by kSide pixels, blue first.
  virtual std::vector<SeenFace> faces_in(const cv::Mat& canvas, float least_score) = 0;
};

}  // namespace countersign::matcher
