#include "core/inspection/matcher/face_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>
#include <utility>

#include "core/inspection/matcher/detector_network.h"
#include "core/inspection/matcher/drawn_faces.h"
#include "core/inspection/matcher/opencv_calls.h"
#include "core/inspection/matcher/presentation_network.h"

namespace countersign::matcher {
namespace {

constexpr int kCropSide = 112;  // of cv::FaceRecognizerSF
// The numbers of a feature: fewer can hardly tell people apart, and more fit into no message
// (face_feature.h).
constexpr std::size_t kFeatureMin = 16;
constexpr std::size_t kFeatureMax = 4096;
// Features of two unlike pictures that are this similar show that the model distinguishes nothing.
constexpr double kSameFeature = 0.9999;

// A view; OpenCV does not modify its inputs.
cv::Mat view_of(const RgbImage& picture) {
  return {static_cast<int>(picture.height),
          static_cast<int>(picture.width),
          CV_8UC3,
          const_cast<std::uint8_t*>(picture.bytes.data())};
}

cv::Mat blue_first(const cv::Mat& picture) {
  cv::Mat turned;
  cv::cvtColor(picture, turned, cv::COLOR_RGB2BGR);
  return turned;
}

bool is_finite(const std::array<float, 15>& row) {
  return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
}

// Silent, on one thread, on the CPU: see face_models.h.
void set_up_opencv() {
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  cv::setNumThreads(1);
  cv::ocl::setUseOpenCL(false);
}

}  // namespace

struct FaceModels::Networks {
  std::unique_ptr<DetectorNetwork> detector;
  cv::Ptr<cv::FaceRecognizerSF> recognizer;
  std::unique_ptr<PresentationNetwork> presentation;  // null: the operator named none

  Feature feature(const cv::Mat& crop) const {
    cv::Mat found;
    recognizer->feature(crop, found);
    if (found.type() != CV_32F || !found.isContinuous()) return {};
    return {found.ptr<float>(), found.ptr<float>() + found.total()};
  }
};

FaceModels::FaceModels(std::unique_ptr<Networks> networks) : networks_(std::move(networks)) {}

FaceModels::~FaceModels() = default;

std::string_view FaceModels::opencv_version() { return CV_VERSION; }

Result<std::unique_ptr<FaceModels>, std::string> FaceModels::load(const Paths& paths, Hash hash) {
  set_up_opencv();
  auto networks = std::make_unique<Networks>();

  ModelSource detector(paths.detector, hash);
  if (auto why = detector.read()) return std::move(*why);
  auto network = DetectorNetwork::load(detector);
  if (!network) return network.error();
  networks->detector = std::move(*network);
  if (auto why = detector.reread()) return std::move(*why);

  ModelSource recognizer(paths.recognizer, hash);
  if (auto why = recognizer.read()) return std::move(*why);
  std::unique_ptr<FaceModels> models(new FaceModels(std::move(networks)));
  if (auto why = models->load_recognizer(recognizer)) return std::move(*why);
  if (auto why = recognizer.reread()) return std::move(*why);
  models->detector_hash_ = detector.sha256();
  models->recognizer_hash_ = recognizer.sha256();
  if (paths.presentation) {
    if (auto why = models->load_presentation(*paths.presentation, hash)) return std::move(*why);
  }
  return models;
}

std::optional<std::string> FaceModels::load_presentation(const std::filesystem::path& path,
                                                         Hash hash) {
  ModelSource source(path, hash);
  if (auto why = source.read()) return why;
  auto network = PresentationNetwork::load(source);
  if (!network) return network.error();
  networks_->presentation = std::move(*network);
  presentation_hash_ = source.sha256();
  return source.reread();
}

// Also tries the recognizer: on squares, which show whether it answers, and on two drawn faces.
std::optional<std::string> FaceModels::load_recognizer(const ModelSource& source) {
  if (auto why = attempt(source, kNotLoaded, [&]() -> std::optional<std::string> {
        networks_->recognizer = cv::FaceRecognizerSF::create(source.path().string(), "");
        return std::nullopt;
      })) {
    return why;
  }
  return attempt(source, kNotRun, [&]() -> std::optional<std::string> {
    const Feature one = networks_->feature(drawn_squares(kCropSide, 0x0f3c1a5));
    const Feature other = networks_->feature(drawn_squares(kCropSide, 0x1c2d66b));
    if (one.size() < kFeatureMin || one.size() > kFeatureMax || one.size() != other.size()) {
      return fmt::format("is not a recognizer like SFace: it gives {} numbers", one.size());
    }
    const auto [first, second] = unlike_drawn_faces();
    unlike_likeness_ = likeness(networks_->feature(blue_first(view_of(first))),
                                networks_->feature(blue_first(view_of(second))));
    const double same = likeness(one, other);
    if (!std::isfinite(same) || !std::isfinite(unlike_likeness_)) {
      return "is damaged: it gives values that are not numbers";
    }
    if (same > kSameFeature) return "is not a recognizer: it finds all pictures alike";
    return std::nullopt;
  });
}

std::vector<SeenFace> FaceModels::faces_of(const RgbImage& picture, double least_score) {
  return with_memory([&] {
    constexpr int kSide = DetectorNetwork::kSide;  // pixels
    const double longest = std::max(picture.width, picture.height);
    const double scale = std::min(1.0, kSide / longest);
    // The canvas always has the size that the model was tried with, whatever the picture's size.
    cv::Mat canvas(kSide, kSide, CV_8UC3, cv::Scalar::all(0));
    const auto scaled = [&](std::uint32_t length) {
      return std::clamp(static_cast<int>(std::lround(length * scale)), 1, kSide);
    };
    const cv::Rect place(0, 0, scaled(picture.width), scaled(picture.height));
    cv::Mat shrunk;
    cv::resize(view_of(picture), shrunk, place.size(), 0, 0, cv::INTER_AREA);
    cv::cvtColor(shrunk, canvas(place), cv::COLOR_RGB2BGR);
    std::vector<SeenFace> faces =
        networks_->detector->faces_in(canvas, static_cast<float>(least_score));
    for (SeenFace& face : faces) {
      for (std::size_t k = 0; k + 1 < face.row.size(); ++k) {
        face.row[k] = static_cast<float>(face.row[k] / scale);
      }
    }
    std::erase_if(faces, [](const SeenFace& face) { return !is_finite(face.row); });
    return faces;
  });
}

Feature FaceModels::feature_of(const RgbImage& picture, const SeenFace& face) {
  return with_memory([&] {
    const cv::Mat row(
        1, static_cast<int>(face.row.size()), CV_32F, const_cast<float*>(face.row.data()));
    cv::Mat crop;
    networks_->recognizer->alignCrop(view_of(picture), row, crop);
    return networks_->feature(blue_first(crop));
  });
}

std::optional<double> FaceModels::liveness_of(const RgbImage& picture, const SeenFace& face) {
  if (!networks_->presentation) return std::nullopt;
  return networks_->presentation->liveness_of(picture, face);
}

double FaceModels::likeness(const Feature& a, const Feature& b) const {
  if (a.empty() || a.size() != b.size()) return std::nan("");
  // match() modifies its arguments.
  const cv::Mat first = cv::Mat(a, true).reshape(1, 1);
  const cv::Mat second = cv::Mat(b, true).reshape(1, 1);
  if (cv::norm(first) == 0 || cv::norm(second) == 0) return std::nan("");
  return networks_->recognizer->match(first, second, cv::FaceRecognizerSF::FR_COSINE);
}

}  // namespace countersign::matcher
