#include "tests/core/inspection/support/drawn_frames.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/encode.h"

namespace countersign {

std::string file_of(const RgbImage& image, ImageFormat format) {
  drawing::Encoding encoding;
  encoding.format = format;
  return drawing::encode(image, encoding);
}

std::vector<std::string> files_of(std::span<const drawing::FacePlan> frames) {
  std::vector<std::string> files;
  for (const drawing::FacePlan& frame : frames) {
    files.push_back(file_of(drawing::draw_face_frame(frame)));
  }
  return files;
}

std::vector<std::string> recording(std::uint64_t seed, const std::vector<Action>& actions) {
  drawing::FacePlan plan;
  plan.seed = seed;
  return files_of(drawing::recording_of(plan, actions, actions.size() + 1));
}

LivenessEvaluation judged(const std::vector<std::string>& frames,
                          const std::vector<Action>& asked) {
  LivenessRequest request;
  request.frame_count = frames.size();
  request.load = [&](std::size_t index) { return frames[index]; };
  request.actions = asked;
  auto evaluation = EmbeddedEngine(test_sha256).evaluate_liveness(request);
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

std::string verdict(const Evaluation& evaluation) {
  return evaluation.accepted() ? "accepted" : evaluation.issues.front().code;
}

CheckOutcome outcome_of(const Evaluation& evaluation, std::string_view check) {
  const auto found = std::ranges::find_if(evaluation.checks,
                                          [&](const auto& each) { return each.check == check; });
  CAPTURE(check);
  REQUIRE(found != evaluation.checks.end());
  return *found;
}

}  // namespace countersign
