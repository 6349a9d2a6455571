#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/inspection/image/rgb_image.h"
#include "core/result.h"

namespace countersign::matcher {

// A face as the detector reports it: the row of cv::FaceDetectorYN. Left, top, width, height; x and
// y of the person's right eye, left eye, tip of the nose, right and left corner of the mouth, all
// in pixels of the picture; the score, 0 to 1.
struct SeenFace {
  std::array<float, 15> row{};

  double width_px() const { return row[2]; }
  double score() const { return row[14]; }
};

// The output of a recognizer for a face. Only features of the same model can be compared.
using Feature = std::vector<float>;

// The operator's two models. The only user of OpenCV: cv::FaceDetectorYN and cv::FaceRecognizerSF
// of its module objdetect. They run on one thread and on the CPU.
//
// For one thread. Faces and features depend only on the models, the pictures and the version of
// OpenCV.
class FaceModels {
 public:
  using Hash = Digest (*)(std::span<const std::uint8_t> bytes);  // SHA-256
  struct Paths {
    std::filesystem::path detector;    // like YuNet of 2021 or 2022
    std::filesystem::path recognizer;  // like SFace: RGB, 112 by 112 pixels, to a list of numbers
  };

  // Loads both models and tries them on drawn pictures, because OpenCV accepts models that it
  // cannot run, and reads beyond the outputs of a model that has too few outputs. Returns a
  // sentence that names the file if a model is of the wrong kind, damaged or larger than
  // kModelMaxBytes.
  static Result<std::unique_ptr<FaceModels>, std::string> load(const Paths& paths, Hash hash);
  ~FaceModels();

  static constexpr std::uint64_t kModelMaxBytes = 512ull << 20;

  const Sha256& detector_hash() const { return detector_hash_; }
  const Sha256& recognizer_hash() const { return recognizer_hash_; }
  // The version of the library, on which every number depends.
  static std::string_view opencv_version();

  // Returns every face of at least this score whose numbers are all finite. The picture is searched
  // at its own size, or shrunk to kDetectorSidePx. Throws std::bad_alloc, as feature_of() does.
  std::vector<SeenFace> faces_of(const RgbImage& picture, double least_score);
  // Returns the feature of the face, turned upright and cut out by its landmarks.
  Feature feature_of(const RgbImage& picture, const SeenFace& face);
  // Returns the cosine of the features' angle, -1 to 1; NaN for features without a direction.
  double likeness(const Feature& a, const Feature& b) const;

  static constexpr std::uint32_t kDetectorSidePx = 640;

 private:
  struct Networks;
  explicit FaceModels(std::unique_ptr<Networks> networks);

  const std::unique_ptr<Networks> networks_;
  Sha256 detector_hash_;
  Sha256 recognizer_hash_;
};

}  // namespace countersign::matcher
