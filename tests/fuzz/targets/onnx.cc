// An operator's model, before OpenCV reads it.
#include "core/check.h"
#include "core/inspection/matcher/onnx_tensors.h"
#include "core/inspection/matcher/presentation_form.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::onnx_target {

void run(std::string_view input) {
  const bool whole = matcher::tensors_are_whole(input);
  check(matcher::tensors_are_whole(input) == whole,
        "the verdict on a model depends on the model's bytes alone");
  for (const std::string_view name : matcher::output_names(input)) {
    check(name.empty() || input.find(name) != std::string_view::npos,
          "the name of an output is a part of the model");
  }
  for (const matcher::ModelInput& each : matcher::inputs_of(input)) {
    check(each.name.empty() || input.find(each.name) != std::string_view::npos,
          "the name of an input is a part of the model");
  }
  const auto scale = matcher::property_of(input, "countersign.scale");
  check(!scale || scale->empty() || input.find(*scale) != std::string_view::npos,
        "the value of a property is a part of the model");
  const auto form = matcher::presentation_form_of(input);
  check(!form || (form->width > 0 && form->height > 0 && form->scale >= 1),
        "a presentation model that can be used has a size and a scale");
}

const Target kTarget("onnx", run);

}  // namespace countersign::fuzz::onnx_target
