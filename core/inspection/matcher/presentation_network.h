#pragma once
#include <memory>
#include <optional>

#include "core/inspection/image/rgb_image.h"
#include "core/inspection/matcher/model_source.h"
#include "core/inspection/matcher/presentation_form.h"
#include "core/inspection/matcher/seen_face.h"
#include "core/result.h"

namespace countersign::matcher {

// The operator's network that tells a person who is present from a picture, a screen or a mask. One
// thread, the CPU.
class PresentationNetwork {
 public:
  // Loads a model that was read, and tries it on drawn pictures, because OpenCV takes any network.
  // Returns a sentence that names the file if the model does not say how it is to be used
  // (presentation_form.h), cannot be run, gives another output than it says, or gives the same one
  // for every picture.
  static Result<std::unique_ptr<PresentationNetwork>, std::string> load(const ModelSource& source);
  ~PresentationNetwork();

  // Returns the probability, by the model, that the face is of a person who is present; nullopt if
  // the model gives none for it. Throws std::bad_alloc and cv::Exception.
  std::optional<double> liveness_of(const RgbImage& picture, const SeenFace& face);

 private:
  struct Net;
  PresentationNetwork(std::unique_ptr<Net> net, const PresentationForm& form);

  const std::unique_ptr<Net> net_;
  const PresentationForm form_;
};

}  // namespace countersign::matcher
