#include "tests/core/inspection/matcher/small_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "tests/core/inspection/matcher/onnx_file.h"

namespace countersign::matcher {
namespace {

constexpr std::int64_t kCanvas = 640;  // side of the picture that a detector searches
constexpr std::int64_t kCrop = 112;    // side of the crop that a recognizer sees
constexpr std::int64_t kFeature = 128;

// The places of the five landmarks in a crop (ArcFace's template, which cv::FaceRecognizerSF has).
constexpr std::array<std::pair<double, double>, 5> kTemplate = {{{38.2946, 51.6963},
                                                                 {73.5318, 51.5014},
                                                                 {56.0252, 71.7366},
                                                                 {41.5493, 92.3655},
                                                                 {70.7299, 92.2041}}};

// YuNet's location outputs for an anchor of ten pixels with the variances 0.1 and 0.2.
std::vector<float> location_of_face() {
  constexpr double kAnchor = 10;
  std::vector<double> location{
      0, kFaceBelowMark, std::log(kFaceSide / kAnchor) / 0.1, std::log(kFaceSide / kAnchor) / 0.2};
  for (const auto& [x, y] : kTemplate) {
    location.push_back((x - kCrop / 2.0) * kFaceSide / kCrop);
    location.push_back(kFaceBelowMark + (y - kCrop / 2.0) * kFaceSide / kCrop);
  }
  return {location.begin(), location.end()};
}

// Adds the means of the canvas's cells of `step` by `step` pixels, and returns their name.
std::string add_cells(OnnxFile& file, std::int64_t step, const std::string& user = {}) {
  std::string cells = "cells_" + std::to_string(step) + user;
  file.node(
      "AveragePool",
      {"input"},
      cells,
      {{"kernel_shape", OnnxFile::Dims{step, step}}, {"strides", OnnxFile::Dims{step, step}}});
  return cells;
}

// An output of `numbers` numbers for each cell and anchor: sums of the cell's blue, green and red
// by the weights.
struct CellOutput {
  std::string name;
  std::int64_t numbers;
  std::int64_t anchors;
  std::vector<float> weights;
  std::vector<float> bias;
  float least = -200;
  float most = 200;
};

void add_output(OnnxFile& file, const std::string& cells, const CellOutput& output) {
  const std::string& full = output.name;
  const std::int64_t channels = output.numbers * output.anchors;
  file.weights(full + "_w", {channels, 3, 1, 1}, output.weights);
  file.weights(full + "_b", {channels}, output.bias);
  file.node("Conv",
            {cells, full + "_w", full + "_b"},
            full + "_raw",
            {{"kernel_shape", OnnxFile::Dims{1, 1}}});
  file.node("Clip", {full + "_raw"}, full + "_in", {{"min", output.least}, {"max", output.most}});
  file.node("Transpose", {full + "_in"}, full + "_t", {{"perm", OnnxFile::Dims{0, 2, 3, 1}}});
  file.numbers(full + "_shape", {1, -1, output.numbers});
  file.node("Reshape", {full + "_t", full + "_shape"}, full);
}

// Weights of blue, green and red. In front of grey the sum with the bias kDark is 2 where the whole
// cell is magenta, and 0 where a sixth of it is not.
constexpr float kSlope = 12.0F / 510.0F;
constexpr std::array<float, 3> kMagenta = {kSlope, -2 * kSlope, kSlope};
constexpr float kDark = -10.0F;

// Adds one grid of anchors of YuNet of 2022. Only the first anchor of the finest grid ever sees a
// face.
void add_grid(OnnxFile& file, std::int64_t step, std::int64_t anchors) {
  const std::string cells = add_cells(file, step);
  const auto count = static_cast<std::size_t>(anchors);
  std::vector<float> location(14 * count, 0.0F);
  std::vector<float> conf_weights(2 * count * 3, 0.0F);
  std::vector<float> conf_bias(2 * count, 0.0F);
  if (step == 8) {
    std::ranges::copy(location_of_face(), location.begin());
    std::ranges::copy(kMagenta, conf_weights.begin() + 3);
    conf_bias[1] = kDark;
  }
  const auto name = [&](const char* output) { return output + ("_" + std::to_string(step)); };
  add_output(
      file, cells, {name("loc"), 14, anchors, std::vector<float>(14 * count * 3, 0.0F), location});
  add_output(file, cells, {name("conf"), 2, anchors, conf_weights, conf_bias});
  add_output(file,
             cells,
             {name("iou"),
              1,
              anchors,
              std::vector<float>(count * 3, 0.0F),
              std::vector<float>(count, 1.0F)});
}

// Adds one grid of YuNet of 2023. Only a cell of the finest grid ever sees a face.
void add_grid_of_2023(OnnxFile& file, std::int64_t step, std::string_view cut) {
  const std::string cells = add_cells(file, step);
  const auto add = [&](const std::string& name,
                       const std::vector<float>& weights,
                       const std::vector<float>& bias,
                       bool share) {
    const auto numbers = static_cast<std::int64_t>(bias.size());
    const std::string full = name + "_" + std::to_string(step);
    const std::string seen = full == cut ? add_cells(file, 2 * step, full) : cells;
    add_output(file,
               seen,
               {full, numbers, 1, weights, bias, share ? 0.0F : -200.0F, share ? 1.0F : 200.0F});
    file.output(full, {1, kCanvas / step * (kCanvas / step), numbers});
  };
  const auto zeros = [](std::size_t numbers) { return std::vector<float>(numbers * 3, 0.0F); };
  const auto side = static_cast<double>(step);
  // The face lies below the middle of the cell.
  const double below = 0.5 + kFaceBelowMark / side;
  const double size = std::log(kFaceSide / side);
  std::vector<double> landmarks;
  for (const auto& [x, y] : kTemplate) {
    landmarks.push_back(0.5 + (x - kCrop / 2.0) * kFaceSide / kCrop / side);
    landmarks.push_back(below + (y - kCrop / 2.0) * kFaceSide / kCrop / side);
  }
  const std::vector<float> box{
      0.5F, static_cast<float>(below), static_cast<float>(size), static_cast<float>(size)};
  if (step == 8) {
    add("cls", {kMagenta.begin(), kMagenta.end()}, {kDark}, true);
  } else {
    add("cls", zeros(1), {0.0F}, true);
  }
  add("obj", zeros(1), {1.0F}, true);
  add("bbox", zeros(4), box, false);
  add("kps", zeros(10), {landmarks.begin(), landmarks.end()}, false);
}

constexpr std::array<std::pair<std::int64_t, std::int64_t>, 4> kGrids = {
    {{8, 3}, {16, 2}, {32, 2}, {64, 3}}};

}  // namespace

std::string small_detector() {
  OnnxFile file;
  file.input("input", {1, 3, kCanvas, kCanvas});
  std::int64_t all = 0;
  for (const auto& [step, anchors] : kGrids) {
    add_grid(file, step, anchors);
    all += kCanvas / step * (kCanvas / step) * anchors;
  }
  for (const auto& [name, numbers] :
       {std::pair<std::string, std::int64_t>{"loc", 14}, {"conf", 2}, {"iou", 1}}) {
    std::vector<std::string> grids;
    for (const auto& [step, anchors] : kGrids) grids.push_back(name + "_" + std::to_string(step));
    // The score is the square root of the product of the two, so below 0 it would be NaN.
    if (name == "conf") {
      file.node("Concat", grids, "conf_all", {{"axis", std::int64_t{1}}});
      file.node("Clip", {"conf_all"}, "conf", {{"min", 0.0F}, {"max", 1.0F}});
    } else {
      file.node("Concat", grids, name, {{"axis", std::int64_t{1}}});
    }
    file.output(name, {1, all, numbers});
  }
  return file.bytes();
}

std::string small_detector_of_2023(std::string_view cut) {
  OnnxFile file;
  file.input("input", {1, 3, kCanvas, kCanvas});
  for (const std::int64_t step : {8, 16, 32}) add_grid_of_2023(file, step, cut);
  return file.bytes();
}

namespace {

// `lenience` is added to each number of a feature: the more, the more alike are all faces.
std::string recognizer_with(float lenience) {
  OnnxFile file;
  file.input("data", {1, 3, kCrop, kCrop});
  // The mean of three by three pixels over all colours, at every other pixel.
  file.weights("mean_w", {1, 3, 3, 3}, std::vector<float>(27, 1.0F / 27));
  file.weights("mean_b", {1}, {0.0F});
  file.node("Conv",
            {"data", "mean_w", "mean_b"},
            "mean",
            {{"kernel_shape", OnnxFile::Dims{3, 3}},
             {"strides", OnnxFile::Dims{2, 2}},
             {"pads", OnnxFile::Dims{1, 1, 1, 1}}});
  file.node("Relu", {"mean"}, "light");
  file.node("AveragePool",
            {"light"},
            "fields",
            {{"kernel_shape", OnnxFile::Dims{14, 14}}, {"strides", OnnxFile::Dims{14, 14}}});
  file.node("Flatten", {"fields"}, "flat", {{"axis", std::int64_t{1}}});
  // Every output is a mixture of the fields from which their mean cancels out.
  std::mt19937 dice(7);
  constexpr int kFields = 16;
  std::vector<float> mixing;
  for (std::int64_t row = 0; row < kFeature; ++row) {
    std::array<float, kFields> weights{};
    float mean = 0;
    for (float& weight : weights) {
      weight = static_cast<float>(dice() % 2001) / 1000.0F - 1.0F;
      mean += weight / kFields;
    }
    for (const float weight : weights) mixing.push_back(weight - mean);
  }
  file.weights("mixing_w", {kFeature, kFields}, mixing);
  file.weights("mixing_b", {kFeature}, std::vector<float>(kFeature, lenience));
  file.node("Gemm", {"flat", "mixing_w", "mixing_b"}, "fc1", {{"transB", std::int64_t{1}}});
  file.output("fc1", {1, kFeature});
  return file.bytes();
}

}  // namespace

std::string small_recognizer() { return recognizer_with(0.0F); }

std::string lenient_recognizer() { return recognizer_with(50.0F); }

std::string small_presentation(const std::vector<std::pair<std::string, std::string>>& other) {
  OnnxFile file;
  file.input("crop", {1, 3, kPresentationSide, kPresentationSide});
  file.node("GlobalAveragePool", {"crop"}, "means");
  file.node("Flatten", {"means"}, "flat", {{"axis", std::int64_t{1}}});
  constexpr float kThird = 1.0F / 3;
  file.weights("w", {2, 3}, {-kThird, -kThird, -kThird, kThird, kThird, kThird});
  file.weights("b", {2}, {1.0F, 0.0F});
  file.node("Gemm", {"flat", "w", "b"}, "live", {{"transB", std::int64_t{1}}});
  file.output("live", {1, 2});
  std::vector<std::pair<std::string, std::string>> properties{
      {"countersign.scale", "1"},
      {"countersign.colours", "RGB"},
      {"countersign.values", "0..1"},
      {"countersign.output", "probabilities"},
      {"countersign.live", "1"}};
  for (auto& [name, value] : properties) {
    for (const auto& [its_name, its_value] : other) {
      if (name == its_name) value = its_value;
    }
    if (!value.empty()) file.property(name, value);
  }
  return file.bytes();
}

void draw_face(RgbImage& picture, double mark_x, double mark_y, double scale, Fields fields) {
  const auto fill = [&](double left, double top, double side, std::array<std::uint8_t, 3> colour) {
    const auto clamped = [](double value, std::uint32_t limit) {
      return static_cast<std::uint32_t>(std::clamp(std::round(value), 0.0, double(limit)));
    };
    for (std::uint32_t y = clamped(top, picture.height); y < clamped(top + side, picture.height);
         ++y) {
      for (std::uint32_t x = clamped(left, picture.width); x < clamped(left + side, picture.width);
           ++x) {
        std::copy(colour.begin(), colour.end(), picture.row(y) + std::size_t{x} * 3);
      }
    }
  };
  const double field = kFaceSide / 4 * scale;
  const double left = mark_x - kFaceSide / 2 * scale;
  const double top = mark_y + (kFaceBelowMark - kFaceSide / 2) * scale;
  for (int i = 0; i < 16; ++i) {
    const auto tone = static_cast<std::uint8_t>(((fields >> i) & 1) != 0 ? 200 : 70);
    const int column = i % 4;
    const int row = i / 4;
    fill(left + column * field, top + row * field, field, {tone, tone, tone});
  }
  const double mark = kMarkSide * scale;
  fill(mark_x - mark / 2, mark_y - mark / 2, mark, {255, 0, 255});
}

}  // namespace countersign::matcher
