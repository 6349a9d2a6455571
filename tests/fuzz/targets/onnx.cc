// An operator's model, before OpenCV reads it.
#include "core/check.h"
#include "core/inspection/matcher/onnx_tensors.h"
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
}

const Target kTarget("onnx", run);

}  // namespace countersign::fuzz::onnx_target
