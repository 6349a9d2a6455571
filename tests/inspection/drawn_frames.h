#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "tests/drawing/face.h"

namespace countersign {

// The files of frames that are drawn.
std::string file_of(const RgbImage& image, ImageFormat format = ImageFormat::Jpeg);
std::vector<std::string> files_of(std::span<const drawing::FacePlan> frames);
// A frame for each action, and one more, of the person `seed`.
std::vector<std::string> recording(std::uint64_t seed, const std::vector<Action>& actions);

// By the embedded engine. REQUIRES: the machine does not fail.
LivenessEvaluation judged(const std::vector<std::string>& frames, const std::vector<Action>& asked);
// "accepted", or the code of the worst issue.
std::string verdict(const Evaluation& evaluation);
// REQUIRES: there is such a check.
CheckOutcome outcome_of(const Evaluation& evaluation, std::string_view check);

}  // namespace countersign
