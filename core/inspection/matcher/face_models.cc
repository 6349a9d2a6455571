#include "core/inspection/matcher/face_models.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>
#include <optional>
#include <utility>

#include "core/inspection/matcher/onnx_tensors.h"

namespace countersign::matcher {
namespace {

static_assert(CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 5 && CV_VERSION_MINOR < 8,
              "later versions of FaceDetectorYN read other outputs of the model");

constexpr int kDetectorSide = static_cast<int>(FaceModels::kDetectorSidePx);
constexpr int kCropSide = 112;        // of cv::FaceRecognizerSF
constexpr float kOverlapMax = 0.3F;   // of boxes of one face; default of cv::FaceDetectorYN::create
constexpr int kCandidatesMax = 5000;  // likewise
constexpr std::size_t kFeatureMin = 16;
constexpr std::size_t kFeatureMax = 4096;
// Features of two unlike pictures that are this similar show that the model distinguishes nothing.
constexpr double kSameFeature = 0.9999;

// The layout that cv::FaceDetectorYN reads: four grids, each with its number of anchors per cell,
// and three outputs, each with its count of numbers per anchor. FaceDetectorYN does not check these
// counts itself.
constexpr std::array<std::pair<int, int>, 4> kGrids = {{{8, 3}, {16, 2}, {32, 2}, {64, 3}}};
constexpr std::array<std::pair<const char*, std::size_t>, 3> kDetectorOutputs = {
    {{"loc", 14}, {"conf", 2}, {"iou", 1}}};

constexpr std::size_t anchor_count() {
  std::size_t anchors = 0;
  for (const auto& [step, sizes] : kGrids) {
    const auto cells = static_cast<std::size_t>(kDetectorSide / step);
    anchors += cells * cells * static_cast<std::size_t>(sizes);
  }
  return anchors;
}

// Runs work that calls OpenCV, which has its own exception for a lack of memory.
template <class Work>
auto with_memory(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const cv::Exception& error) {
    if (error.code == cv::Error::StsNoMem) throw std::bad_alloc();
    throw;
  }
}

// Returns the first line of OpenCV's message, without its file names.
std::string words_of(const cv::Exception& error) {
  std::string words = error.err.substr(0, error.err.find('\n'));
  constexpr std::size_t kMax = 200;
  if (words.size() > kMax) words.resize(kMax);
  for (char& c : words) {
    if (c < ' ' || c > '~') c = ' ';
  }
  return words;
}

// Reads a regular file. Does not block if the file has become a named pipe. Reads at most the
// maximum size of a model and one byte more, which reveals a file that has grown.
std::optional<std::string> bytes_of(const std::filesystem::path& path) {
  const int opened = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (opened < 0) return std::nullopt;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(opened, "rb"), &std::fclose);
  struct ::stat status {};
  if (!file || ::fstat(::fileno(file.get()), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return std::nullopt;
  }
  std::string bytes(std::min<std::uint64_t>(static_cast<std::uint64_t>(status.st_size),
                                            FaceModels::kModelMaxBytes) +
                        1,
                    '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0) return std::nullopt;
  return bytes;
}

Sha256 sha256_of(const std::string& bytes, FaceModels::Hash hash) {
  return Sha256(hash({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
}

// A view; OpenCV does not modify its inputs.
cv::Mat view_of(const RgbImage& picture) {
  return {static_cast<int>(picture.height),
          static_cast<int>(picture.width),
          CV_8UC3,
          const_cast<std::uint8_t*>(picture.bytes.data())};
}

// Draws squares that are light or dark by the bits of a number: not a face, but enough to see
// whether a model answers.
cv::Mat drawn_picture(int side, std::uint32_t bits) {
  cv::Mat picture(side, side, CV_8UC3);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int square = (y * 5 / side) * 5 + x * 5 / side;
      const auto tone = static_cast<std::uint8_t>(((bits >> square) & 1) != 0 ? 220 : 40);
      picture.at<cv::Vec3b>(y, x) = {tone, tone, tone};
    }
  }
  return picture;
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
  cv::Ptr<cv::FaceDetectorYN> detector;
  cv::Ptr<cv::FaceRecognizerSF> recognizer;

  cv::Mat rows(const cv::Mat& canvas, float least_score) const {
    cv::Mat found;
    detector->setScoreThreshold(least_score);
    detector->detect(canvas, found);
    return found;
  }
  Feature feature(const cv::Mat& crop) const {
    cv::Mat found;
    recognizer->feature(crop, found);
    if (found.type() != CV_32F || !found.isContinuous()) return {};
    return {found.ptr<float>(), found.ptr<float>() + found.total()};
  }
};

namespace {

// A model file that is being loaded. Its content must not change between hashing and use.
class ModelSource {
 public:
  ModelSource(std::filesystem::path path, FaceModels::Hash hash)
      : path_(std::move(path)), hash_of_(hash) {}

  // Returns a sentence if the file cannot be a model.
  std::optional<std::string> read() {
    struct ::stat status {};
    if (::stat(path_.c_str(), &status) != 0) {
      return says(fmt::format("cannot be opened: {}", ::strerrordesc_np(errno)));
    }
    if (!S_ISREG(status.st_mode)) return says("is not a regular file");
    // OpenCV derives the format of a file from its name.
    if (path_.extension() != ".onnx") return says("must have a name that ends in .onnx");
    if (static_cast<std::uint64_t>(status.st_size) > FaceModels::kModelMaxBytes) {
      return says(fmt::format("is larger than the maximum for a model, {} MiB",
                              FaceModels::kModelMaxBytes >> 20));
    }
    auto bytes = bytes_of(path_);
    if (!bytes) return says(fmt::format("cannot be read: {}", ::strerrordesc_np(errno)));
    bytes_ = std::move(*bytes);
    if (!tensors_are_whole(bytes_)) return says("is not an ONNX model, or is damaged");
    sha256_ = sha256_of(bytes_, hash_of_);
    return std::nullopt;
  }
  // Runs work that loads the file or tries what was loaded; turns its failure into a sentence.
  template <class Work>
  std::optional<std::string> attempt(std::string_view what, Work work) const {
    try {
      const std::optional<std::string> why = work();
      return why ? says(*why) : std::nullopt;
    } catch (const cv::Exception& error) {
      return says(fmt::format("{}: {}", what, words_of(error)));
    } catch (const std::exception&) {
      return says(fmt::format("{}: it refers to a part that it does not have", what));
    }
  }
  std::optional<std::string> says(std::string_view what) const {
    return fmt::format("the model {} {}", path_.string(), what);
  }
  // Returns a sentence if the file has changed since it was read.
  std::optional<std::string> reread() {
    const auto now = bytes_of(path_);
    if (now && sha256_of(*now, hash_of_) == sha256_) return std::nullopt;
    return says("was changed while it was being loaded");
  }

  const std::filesystem::path& path() const { return path_; }
  const std::string& bytes() const { return bytes_; }
  const Sha256& sha256() const { return sha256_; }

 private:
  std::filesystem::path path_;
  FaceModels::Hash hash_of_;
  std::string bytes_;
  Sha256 sha256_;
};

constexpr std::string_view kNotLoaded = "cannot be loaded";
constexpr std::string_view kNotRun = "cannot be run";

// Checks that every output exists and has a number for each that is read.
std::optional<std::string> try_outputs(const ModelSource& source) {
  return source.attempt(kNotRun, [&]() -> std::optional<std::string> {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(source.bytes().data(), source.bytes().size());
    std::vector<cv::String> names;
    for (const auto& [name, numbers] : kDetectorOutputs) names.emplace_back(name);
    std::vector<cv::Mat> outputs;
    net.setInput(cv::dnn::blobFromImage(drawn_picture(kDetectorSide, 0)));
    net.forward(outputs, names);
    for (std::size_t i = 0; i < kDetectorOutputs.size(); ++i) {
      const auto& [name, numbers] = kDetectorOutputs[i];
      const cv::Mat& output = outputs.at(i);
      if (output.type() != CV_32F || !output.isContinuous() ||
          output.total() != numbers * anchor_count()) {
        return fmt::format("is not a detector like YuNet of 2022: its output '{}' has another size",
                           name);
      }
    }
    return std::nullopt;
  });
}

}  // namespace

FaceModels::FaceModels(std::unique_ptr<Networks> networks) : networks_(std::move(networks)) {}

FaceModels::~FaceModels() = default;

std::string_view FaceModels::opencv_version() { return CV_VERSION; }

Result<std::unique_ptr<FaceModels>, std::string> FaceModels::load(const Paths& paths, Hash hash) {
  set_up_opencv();
  auto networks = std::make_unique<Networks>();

  ModelSource detector(paths.detector, hash);
  if (auto why = detector.read()) return std::move(*why);
  if (auto why = try_outputs(detector)) return std::move(*why);
  if (auto why = detector.attempt(kNotLoaded, [&]() -> std::optional<std::string> {
        networks->detector = cv::FaceDetectorYN::create(detector.path().string(),
                                                        "",
                                                        {kDetectorSide, kDetectorSide},
                                                        1.0F,
                                                        kOverlapMax,
                                                        kCandidatesMax);
        networks->rows(drawn_picture(kDetectorSide, 0x155aa55), 0.9F);
        return std::nullopt;
      })) {
    return std::move(*why);
  }
  if (auto why = detector.reread()) return std::move(*why);

  ModelSource recognizer(paths.recognizer, hash);
  if (auto why = recognizer.read()) return std::move(*why);
  std::unique_ptr<FaceModels> models(new FaceModels(std::move(networks)));
  if (auto why = recognizer.attempt(kNotLoaded, [&]() -> std::optional<std::string> {
        models->networks_->recognizer =
            cv::FaceRecognizerSF::create(recognizer.path().string(), "");
        return std::nullopt;
      })) {
    return std::move(*why);
  }
  if (auto why = recognizer.attempt(kNotRun, [&]() -> std::optional<std::string> {
        const Feature one = models->networks_->feature(drawn_picture(kCropSide, 0x0f3c1a5));
        const Feature other = models->networks_->feature(drawn_picture(kCropSide, 0x1c2d66b));
        if (one.size() < kFeatureMin || one.size() > kFeatureMax || one.size() != other.size()) {
          return fmt::format("is not a recognizer like SFace: it gives {} numbers", one.size());
        }
        const double likeness = models->likeness(one, other);
        if (!std::isfinite(likeness)) return "is damaged: it gives values that are not numbers";
        if (likeness > kSameFeature) return "is not a recognizer: it finds all pictures alike";
        return std::nullopt;
      })) {
    return std::move(*why);
  }
  if (auto why = recognizer.reread()) return std::move(*why);
  models->detector_hash_ = detector.sha256();
  models->recognizer_hash_ = recognizer.sha256();
  return models;
}

std::vector<SeenFace> FaceModels::faces_of(const RgbImage& picture, double least_score) {
  return with_memory([&] {
    const double longest = std::max(picture.width, picture.height);
    const double scale = std::min(1.0, kDetectorSidePx / longest);
    // The canvas always has the size that the model was tried with, whatever the picture's size.
    cv::Mat canvas(kDetectorSide, kDetectorSide, CV_8UC3, cv::Scalar::all(0));
    const auto scaled = [&](std::uint32_t length) {
      return std::clamp(static_cast<int>(std::lround(length * scale)), 1, kDetectorSide);
    };
    const cv::Rect place(0, 0, scaled(picture.width), scaled(picture.height));
    cv::Mat shrunk;
    cv::resize(view_of(picture), shrunk, place.size(), 0, 0, cv::INTER_AREA);
    cv::cvtColor(shrunk, canvas(place), cv::COLOR_RGB2BGR);
    const cv::Mat found = networks_->rows(canvas, static_cast<float>(least_score));
    std::vector<SeenFace> faces;
    for (int i = 0; i < found.rows; ++i) {
      SeenFace face;
      const auto* const row = found.ptr<float>(i);
      std::copy_n(row, face.row.size(), face.row.begin());
      for (std::size_t k = 0; k + 1 < face.row.size(); ++k) {
        face.row[k] = static_cast<float>(face.row[k] / scale);
      }
      if (is_finite(face.row)) faces.push_back(face);
    }
    return faces;
  });
}

Feature FaceModels::feature_of(const RgbImage& picture, const SeenFace& face) {
  return with_memory([&] {
    const cv::Mat row(
        1, static_cast<int>(face.row.size()), CV_32F, const_cast<float*>(face.row.data()));
    cv::Mat crop;
    networks_->recognizer->alignCrop(view_of(picture), row, crop);
    cv::cvtColor(crop, crop, cv::COLOR_RGB2BGR);
    return networks_->feature(crop);
  });
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
