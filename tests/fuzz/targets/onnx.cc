// An operator's model, before OpenCV reads it.
#include "core/check.h"
#include "core/inspection/matcher/onnx_tensors.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  const bool whole = matcher::tensors_are_whole(input);
  check(matcher::tensors_are_whole(input) == whole, "a model is judged by its bytes alone");
}

const Target kTarget("onnx", run);

}  // namespace
}  // namespace countersign::fuzz
