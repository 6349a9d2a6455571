// An operator's model, before OpenCV reads it.
#include "core/check.h"
#include "core/inspection/matcher/onnx_tensors.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  const bool whole = matcher::tensors_are_whole(input);
  check(matcher::tensors_are_whole(input) == whole,
        "the verdict on a model depends on the model's bytes alone");
}

const Target kTarget("onnx", run);

}  // namespace
}  // namespace countersign::fuzz
