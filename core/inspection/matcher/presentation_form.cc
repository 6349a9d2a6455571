#include "core/inspection/matcher/presentation_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/inspection/matcher/onnx_tensors.h"
#include "core/text/milli.h"

namespace countersign::matcher {
namespace {

// The least and the greatest scale, in thousandths: the face itself, and eight times its sides,
// which a frame seldom has.
constexpr std::int64_t kScaleMinMilli = 1000;
constexpr std::int64_t kScaleMaxMilli = 8000;
// Probabilities add up to 1 but for the rounding of float, and of a quantized model.
constexpr double kSumSlack = 0.01;

// Returns the property's value if it is one of the two, and nullopt otherwise.
std::optional<bool> is_second(std::string_view model,
                              std::string_view name,
                              std::string_view first,
                              std::string_view second) {
  const auto value = property_of(model, name);
  if (value == second) return true;
  if (value == first) return false;
  return std::nullopt;
}

std::optional<std::size_t> place_in(std::string_view digits) {
  if (digits.empty() || digits.size() > 2) return std::nullopt;
  std::size_t place = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    place = place * 10 + static_cast<std::size_t>(digit - '0');
  }
  if (place >= kPresentationClassesMax) return std::nullopt;
  return place;
}

// The only input, if it is a picture of three colours and a size that is stated.
std::optional<PresentationForm> size_of_input(std::string_view model) {
  const std::vector<ModelInput> inputs = inputs_of(model);
  if (inputs.size() != 1 || inputs[0].dims.size() != 4) return std::nullopt;
  const std::vector<std::int64_t>& dims = inputs[0].dims;
  const auto fits = [](std::int64_t side) {
    return side >= kPresentationSideMin && side <= kPresentationSideMax;
  };
  const bool one_picture = dims[0] == 0 || dims[0] == 1;
  if (!one_picture || dims[1] != 3 || !fits(dims[2]) || !fits(dims[3])) return std::nullopt;
  PresentationForm form;
  form.height = static_cast<int>(dims[2]);
  form.width = static_cast<int>(dims[3]);
  return form;
}

std::string lacks(std::string_view property, std::string_view values) {
  return fmt::format(
      "does not say how it is to be used: its property {} must be {}", property, values);
}

bool is_share(double value) { return value >= 0 && value <= 1; }

}  // namespace

Result<PresentationForm, std::string> presentation_form_of(std::string_view model) {
  auto form = size_of_input(model);
  if (!form) {
    return fmt::format(
        "is not a presentation model: its input is not one picture of the shape 1 x 3 x height x "
        "width, with sides of {} to {} pixels",
        kPresentationSideMin,
        kPresentationSideMax);
  }
  const auto scale = milli_of_decimal(property_of(model, "countersign.scale").value_or(""));
  if (!scale || *scale < kScaleMinMilli || *scale > kScaleMaxMilli) {
    return lacks("countersign.scale", "a number from 1 to 8, such as 2.7");
  }
  form->scale = static_cast<double>(*scale) / 1000;
  const auto blue_first = is_second(model, "countersign.colours", "RGB", "BGR");
  if (!blue_first) return lacks("countersign.colours", "RGB or BGR");
  form->blue_first = *blue_first;
  const auto up_to_one = is_second(model, "countersign.values", "0..255", "0..1");
  if (!up_to_one) return lacks("countersign.values", "0..1 or 0..255");
  form->up_to_one = *up_to_one;
  const auto logits = is_second(model, "countersign.output", "probabilities", "logits");
  if (!logits) return lacks("countersign.output", "probabilities or logits");
  form->logits = *logits;
  const auto live = place_in(property_of(model, "countersign.live").value_or(""));
  if (!live) {
    return lacks("countersign.live",
                 "the place of a person who is present in the output, counted from 0");
  }
  form->live = *live;
  return *form;
}

std::optional<double> liveness_in(std::span<const float> output, const PresentationForm& form) {
  if (form.live >= output.size()) return std::nullopt;
  if (!std::ranges::all_of(output, [](float each) { return std::isfinite(each); })) {
    return std::nullopt;
  }
  const double live = output[form.live];
  double sum = 0;
  if (form.logits) {
    if (output.size() == 1) return 1 / (1 + std::exp(-live));
    // Differences do not overflow.
    for (const float each : output) sum += std::exp(static_cast<double>(each) - live);
    return 1 / sum;
  }
  for (const float each : output) {
    if (!is_share(each)) return std::nullopt;
    sum += each;
  }
  if (output.size() > 1 && std::abs(sum - 1) > kSumSlack) return std::nullopt;
  return live;
}

std::optional<CropBox> presentation_crop(const FaceBox& face,
                                         double scale,
                                         std::uint32_t picture_width,
                                         std::uint32_t picture_height) {
  const double last_x = static_cast<double>(picture_width) - 1;
  const double last_y = static_cast<double>(picture_height) - 1;
  if (!(face.width >= 1) || !(face.height >= 1) || last_x < 1 || last_y < 1) return std::nullopt;
  const double grown = std::min({scale, last_x / face.width, last_y / face.height});
  // The first pixel of a side, moved so that the side lies in the picture.
  const auto first = [](double middle, double length, double last) {
    return static_cast<int>(std::clamp(middle - length / 2, 0.0, last - length));
  };
  const double width = std::min(face.width * grown, last_x);
  const double height = std::min(face.height * grown, last_y);
  return CropBox{first(face.left + face.width / 2, width, last_x),
                 first(face.top + face.height / 2, height, last_y),
                 static_cast<int>(width) + 1,
                 static_cast<int>(height) + 1};
}

}  // namespace countersign::matcher
