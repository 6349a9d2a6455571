#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/matcher/model_source.h"
#include "core/inspection/matcher/seen_face.h"
#include "core/result.h"

namespace countersign::matcher {

// The output of a recognizer for a face. Only features of the same model can be compared.
using Feature = std::vector<float>;

// The operator's models, run by OpenCV on one thread and on the CPU: a DetectorNetwork,
// cv::FaceRecognizerSF of its module objdetect and, where the operator names one, a
// PresentationNetwork.
//
// For one thread. Faces and features depend only on the models, the pictures and the version of
// OpenCV.
class FaceModels {
 public:
  using Hash = ModelSource::Hash;
  struct Paths {
    std::filesystem::path detector;    // like YuNet
    std::filesystem::path recognizer;  // like SFace: RGB, 112 by 112 pixels, to a list of numbers
    std::optional<std::filesystem::path> presentation{};  // see PresentationNetwork
  };

  // Loads the models and tries them on drawn pictures, because OpenCV accepts models that it
  // cannot run, and reads beyond the outputs of a model that has too few outputs. Returns a
  // sentence that names the file if a model is of the wrong kind, damaged or larger than
  // ModelSource::kMaxBytes.
  static Result<std::unique_ptr<FaceModels>, std::string> load(const Paths& paths, Hash hash);
  ~FaceModels();

  const Sha256& detector_hash() const { return detector_hash_; }
  const Sha256& recognizer_hash() const { return recognizer_hash_; }
  // None without such a model.
  const std::optional<Sha256>& presentation_hash() const { return presentation_hash_; }
  // The likeness of two unlike drawn faces (drawn_faces.h).
  double unlike_likeness() const { return unlike_likeness_; }
  // The version of the library, on which every number depends.
  static std::string_view opencv_version();

  // Returns every face of at least this score whose numbers are all finite. The picture is searched
  // at its own size, or shrunk to DetectorNetwork::kSide. Throws std::bad_alloc, as feature_of()
  // does.
  std::vector<SeenFace> faces_of(const RgbImage& picture, double least_score);
  // Returns the feature of the face, turned upright and cut out by its landmarks.
  Feature feature_of(const RgbImage& picture, const SeenFace& face);
  // Returns how sure the model of presentation attacks is that the face is of a person who is
  // present, 0 to 1; nullopt without such a model, or if the model gives no probability for it.
  std::optional<double> liveness_of(const RgbImage& picture, const SeenFace& face);
  // Returns the cosine of the features' angle, -1 to 1; NaN for features without a direction.
  double likeness(const Feature& a, const Feature& b) const;

 private:
  struct Networks;
  explicit FaceModels(std::unique_ptr<Networks> networks);

  std::optional<std::string> load_recognizer(const ModelSource& source);
  std::optional<std::string> load_presentation(const std::filesystem::path& path, Hash hash);

  const std::unique_ptr<Networks> networks_;
  Sha256 detector_hash_;
  Sha256 recognizer_hash_;
  std::optional<Sha256> presentation_hash_;
  double unlike_likeness_ = 0;
};

}  // namespace countersign::matcher
