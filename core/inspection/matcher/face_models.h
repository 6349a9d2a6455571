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

// A face as the detector sees it: the row that cv::FaceDetectorYN gives. Left, top, width, height;
// x and y of the person's right eye, left eye, tip of the nose, right and left corner of the mouth,
// all in pixels of the picture; the score, 0 to 1.
struct SeenFace {
  std::array<float, 15> row{};

  double width_px() const { return row[2]; }
  double score() const { return row[14]; }
};

// What a recognizer makes of a face. Only features of one model can be compared.
using Feature = std::vector<float>;

// The operator's two models. The home of OpenCV: cv::FaceDetectorYN and cv::FaceRecognizerSF of
// its module objdetect. They run on one thread and on the processor.
//
// For one thread. Faces and features depend on nothing but the models, the pictures and the
// version of OpenCV.
class FaceModels {
 public:
  using Hash = Digest (*)(std::span<const std::uint8_t> bytes);  // SHA-256
  struct Paths {
    std::filesystem::path detector;    // as YuNet of 2021 or 2022
    std::filesystem::path recognizer;  // as SFace: RGB, 112 by 112 pixels, to a list of numbers
  };

  // Loads both, and tries them on drawn pictures: OpenCV takes a model that it cannot
  // run, and reads beyond the answers of one that gives too few. A sentence that names the file
  // when one is not what is asked for, is damaged or larger than kModelMaxBytes.
  static Result<std::unique_ptr<FaceModels>, std::string> load(const Paths& paths, Hash hash);
  ~FaceModels();

  static constexpr std::uint64_t kModelMaxBytes = 512ull << 20;

  const Sha256& detector_hash() const { return detector_hash_; }
  const Sha256& recognizer_hash() const { return recognizer_hash_; }
  // Of the library, which has its share in every number.
  static std::string_view opencv_version();

  // Every face that the detector is at least so sure of, with all of its numbers finite. The
  // picture is searched as large as it is, or shrunk to kDetectorSidePx.
  // Throws std::bad_alloc, as feature() does.
  std::vector<SeenFace> faces_of(const RgbImage& picture, double least_score);
  // Of the face, turned upright and cut out by its landmarks.
  Feature feature_of(const RgbImage& picture, const SeenFace& face);
  // The cosine of their angle, -1 to 1; not a number for features that have no direction.
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
