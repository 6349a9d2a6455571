#include "core/inspection/matcher/detector_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/objdetect.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/inspection/matcher/onnx_tensors.h"
#include "core/inspection/matcher/opencv_calls.h"
#include "core/inspection/matcher/yunet_outputs.h"

namespace countersign::matcher {
namespace {

static_assert(CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 5 && CV_VERSION_MINOR < 8,
              "later versions of FaceDetectorYN read other outputs of the model");

constexpr float kOverlapMax = 0.3F;   // of boxes of one face; default of cv::FaceDetectorYN::create
constexpr int kCandidatesMax = 5000;  // likewise

// An output of a network, and how many numbers it must have.
struct Output {
  std::string name;
  std::size_t numbers = 0;
};

std::vector<cv::Mat> run(cv::dnn::Net& net,
                         const std::vector<Output>& outputs,
                         const cv::Mat& canvas) {
  std::vector<cv::String> names;
  for (const Output& output : outputs) names.emplace_back(output.name);
  std::vector<cv::Mat> found;
  net.setInput(cv::dnn::blobFromImage(canvas));
  net.forward(found, names);
  return found;
}

// Runs the network once, and returns a sentence if an output does not have the numbers that are
// read from it.
std::optional<std::string> wrong_with(cv::dnn::Net& net, const std::vector<Output>& outputs) {
  const auto found = run(net, outputs, drawn_squares(DetectorNetwork::kSide, 0));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const cv::Mat& output = found.at(i);
    if (output.type() == CV_32F && output.isContinuous() && output.total() == outputs[i].numbers) {
      continue;
    }
    return fmt::format("is not a detector like YuNet: its output '{}' has another size",
                       outputs[i].name);
  }
  return std::nullopt;
}

// ---- YuNet of 2021 and 2022 ------------------------------------------------------------

// The layout that cv::FaceDetectorYN reads: four grids, each with its number of anchors per cell,
// and three outputs, each with its count of numbers per anchor. FaceDetectorYN does not check these
// counts itself.
std::vector<Output> outputs_of_2022() {
  // The side of a cell in pixels, and its anchors.
  constexpr std::array<std::pair<int, int>, 4> kGrids = {{{8, 3}, {16, 2}, {32, 2}, {64, 3}}};
  std::size_t anchors = 0;
  for (const auto& [step, sizes] : kGrids) {
    const auto cells = static_cast<std::size_t>(DetectorNetwork::kSide / step);
    anchors += cells * cells * static_cast<std::size_t>(sizes);
  }
  return {{"loc", 14 * anchors}, {"conf", 2 * anchors}, {"iou", anchors}};
}

class Yunet2022 final : public DetectorNetwork {
 public:
  explicit Yunet2022(const ModelSource& source)
      : detector_(cv::FaceDetectorYN::create(
            source.path().string(), "", {kSide, kSide}, 1.0F, kOverlapMax, kCandidatesMax)) {}

  std::vector<SeenFace> faces_in(const cv::Mat& canvas, float least_score) override {
    cv::Mat rows;
    detector_->setScoreThreshold(least_score);
    detector_->detect(canvas, rows);
    std::vector<SeenFace> faces(static_cast<std::size_t>(rows.rows));
    for (int i = 0; i < rows.rows; ++i) {
      auto& face = faces[static_cast<std::size_t>(i)].row;
      std::copy_n(rows.ptr<float>(i), face.size(), face.begin());
    }
    return faces;
  }

 private:
  cv::Ptr<cv::FaceDetectorYN> detector_;
};

// ---- YuNet from 2023 on ----------------------------------------------------------------

constexpr std::array<int, 3> kSteps = {8, 16, 32};  // sides of a cell in pixels, one for each grid
// The outputs of each grid, with their numbers per cell, in the order of YunetGrid.
constexpr std::array<std::pair<std::string_view, std::size_t>, 4> kNumbers = {
    {{"cls", 1}, {"obj", 1}, {"bbox", 4}, {"kps", 10}}};

std::vector<Output> outputs_of_2023() {
  std::vector<Output> outputs;
  for (const int step : kSteps) {
    const auto cells = static_cast<std::size_t>(DetectorNetwork::kSide / step);
    for (const auto& [name, numbers] : kNumbers) {
      outputs.push_back({fmt::format("{}_{}", name, step), cells * cells * numbers});
    }
  }
  return outputs;
}

// One face for each person: of faces whose boxes overlap, that with the highest score.
std::vector<SeenFace> distinct(const std::vector<SeenFace>& faces) {
  std::vector<cv::Rect2d> boxes;
  std::vector<float> scores;
  for (const SeenFace& face : faces) {
    boxes.emplace_back(face.row[0], face.row[1], face.row[2], face.row[3]);
    scores.push_back(face.row[14]);
  }
  std::vector<int> kept;
  cv::dnn::NMSBoxes(boxes, scores, 0.0F, kOverlapMax, kept, 1.0F, kCandidatesMax);
  std::vector<SeenFace> people;
  for (const int index : kept) people.push_back(faces[static_cast<std::size_t>(index)]);
  return people;
}

class Yunet2023 final : public DetectorNetwork {
 public:
  // A Net is a handle: copies share the network.
  explicit Yunet2023(const cv::dnn::Net& net) : net_(net) {}

  std::vector<SeenFace> faces_in(const cv::Mat& canvas, float least_score) override {
    const auto found = run(net_, outputs_, canvas);
    std::vector<SeenFace> faces;
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      const auto numbers = [&](std::size_t which) {
        const cv::Mat& output = found.at(i * kNumbers.size() + which);
        return std::span(output.ptr<float>(), output.total());
      };
      const auto of_grid = faces_of({.step = kSteps[i],
                                     .columns = kSide / kSteps[i],
                                     .cls = numbers(0),
                                     .obj = numbers(1),
                                     .bbox = numbers(2),
                                     .kps = numbers(3)},
                                    least_score);
      faces.insert(faces.end(), of_grid.begin(), of_grid.end());
    }
    return distinct(faces);
  }

 private:
  cv::dnn::Net net_;
  const std::vector<Output> outputs_ = outputs_of_2023();
};

// ---- both ------------------------------------------------------------------------------

enum class Layout : std::uint8_t { Of2022, Of2023 };

std::optional<Layout> layout_of(const ModelSource& source) {
  const std::vector<std::string_view> names = output_names(source.bytes());
  const auto has_all = [&](const std::vector<Output>& outputs) {
    return std::ranges::all_of(
        outputs, [&](const Output& output) { return std::ranges::count(names, output.name) > 0; });
  };
  if (has_all(outputs_of_2022())) return Layout::Of2022;
  if (has_all(outputs_of_2023())) return Layout::Of2023;
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<DetectorNetwork>, std::string> DetectorNetwork::load(
    const ModelSource& source) {
  const auto layout = layout_of(source);
  if (!layout) {
    return source.says(
        "is not a detector like YuNet: it has neither the outputs loc, conf and iou nor cls_8, "
        "obj_8, bbox_8 and kps_8 with those of 16 and 32");
  }
  const bool is_2022 = *layout == Layout::Of2022;
  cv::dnn::Net net;
  if (auto why = attempt(source, kNotRun, [&] {
        net = cv::dnn::readNetFromONNX(source.bytes().data(), source.bytes().size());
        return wrong_with(net, is_2022 ? outputs_of_2022() : outputs_of_2023());
      })) {
    return std::move(*why);
  }
  std::unique_ptr<DetectorNetwork> network;
  if (auto why = attempt(source, kNotLoaded, [&]() -> std::optional<std::string> {
        if (is_2022) {
          network = std::make_unique<Yunet2022>(source);
        } else {
          network = std::make_unique<Yunet2023>(net);
        }
        network->faces_in(drawn_squares(kSide, 0x155aa55), 0.9F);
        return std::nullopt;
      })) {
    return std::move(*why);
  }
  return network;
}

}  // namespace countersign::matcher
