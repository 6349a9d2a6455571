#include "core/inspection/matcher/presentation_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inspection/matcher/drawn_faces.h"
#include "core/inspection/matcher/onnx_tensors.h"
#include "core/inspection/matcher/opencv_calls.h"

namespace countersign::matcher {

struct PresentationNetwork::Net {
  cv::dnn::Net net;
  cv::String output;

  // The numbers that the network gives for a picture, red first, of any size.
  std::vector<float> run(const cv::Mat& picture, const PresentationForm& form) {
    cv::Mat fitted;
    // As the models of this kind are trained: cv::resize has this by default.
    cv::resize(picture, fitted, {form.width, form.height}, 0, 0, cv::INTER_LINEAR);
    constexpr double kLight = 255;  // of a channel
    net.setInput(
        cv::dnn::blobFromImage(fitted, form.up_to_one ? 1 / kLight : 1, {}, {}, form.blue_first));
    const cv::Mat found = net.forward(output);
    if (found.type() != CV_32F || !found.isContinuous()) return {};
    return {found.ptr<float>(), found.ptr<float>() + found.total()};
  }
};

namespace {

// A view; OpenCV does not modify its inputs.
cv::Mat seen_as_mat(const RgbImage& picture, const CropBox& part) {
  const cv::Mat whole(static_cast<int>(picture.height),
                      static_cast<int>(picture.width),
                      CV_8UC3,
                      const_cast<std::uint8_t*>(picture.bytes.data()));
  return whole(cv::Rect(part.left, part.top, part.width, part.height));
}

cv::Mat seen_as_mat(const RgbImage& picture) {
  return seen_as_mat(picture,
                     {0, 0, static_cast<int>(picture.width), static_cast<int>(picture.height)});
}

// Returns what is wrong with the outputs for the trial pictures, or nullopt. REQUIRES: one picture
// or more.
std::optional<std::string> wrong_with_outputs(const std::vector<std::vector<float>>& outputs,
                                              const PresentationForm& form) {
  const std::size_t numbers = outputs.front().size();
  if (numbers == 0 || numbers > kPresentationClassesMax) {
    return fmt::format("is not a presentation model: it gives {} numbers", numbers);
  }
  if (form.live >= numbers) {
    return fmt::format("gives {} numbers, and its property countersign.live names the place {}",
                       numbers,
                       form.live);
  }
  bool differ = false;
  for (const std::vector<float>& output : outputs) {
    if (!std::ranges::all_of(output, [](float each) { return std::isfinite(each); })) {
      return "is damaged: it gives values that are not numbers";
    }
    if (output.size() != numbers || !liveness_in(output, form)) {
      return "gives no probabilities, though its property countersign.output says so";
    }
    differ = differ || output != outputs.front();
  }
  if (!differ) return "is not a presentation model: it finds all pictures alike";
  return std::nullopt;
}

}  // namespace

PresentationNetwork::PresentationNetwork(std::unique_ptr<Net> net, const PresentationForm& form)
    : net_(std::move(net)), form_(form) {}

PresentationNetwork::~PresentationNetwork() = default;

Result<std::unique_ptr<PresentationNetwork>, std::string> PresentationNetwork::load(
    const ModelSource& source) {
  const auto form = presentation_form_of(source.bytes());
  if (!form) return source.says(form.error());
  const std::vector<std::string_view> names = output_names(source.bytes());
  if (names.size() != 1) {
    return source.says(fmt::format("is not a presentation model: it has {} outputs", names.size()));
  }
  auto net = std::make_unique<Net>();
  net->output = std::string(names.front());
  if (auto why = attempt(source, kNotLoaded, [&]() -> std::optional<std::string> {
        net->net = cv::dnn::readNetFromONNX(source.bytes().data(), source.bytes().size());
        return std::nullopt;
      })) {
    return std::move(*why);
  }
  if (auto why = attempt(source, kNotRun, [&] {
        const auto [one, other] = unlike_drawn_faces();
        std::vector<std::vector<float>> outputs;
        for (const cv::Mat& picture : {seen_as_mat(one),
                                       seen_as_mat(other),
                                       drawn_squares(form->width, 0x0f3c1a5),
                                       drawn_squares(form->width, 0x1c2d66b)}) {
          outputs.push_back(net->run(picture, *form));
        }
        return wrong_with_outputs(outputs, *form);
      })) {
    return std::move(*why);
  }
  return std::unique_ptr<PresentationNetwork>(new PresentationNetwork(std::move(net), *form));
}

std::optional<double> PresentationNetwork::liveness_of(const RgbImage& picture,
                                                       const SeenFace& face) {
  return with_memory([&]() -> std::optional<double> {
    const auto part = presentation_crop({face.row[0], face.row[1], face.row[2], face.row[3]},
                                        form_.scale,
                                        picture.width,
                                        picture.height);
    if (!part) return std::nullopt;
    return liveness_in(net_->run(seen_as_mat(picture, *part), form_), form_);
  });
}

}  // namespace countersign::matcher
