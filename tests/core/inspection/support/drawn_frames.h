#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "tests/drawing/person/face.h"

namespace countersign {

// Encode drawn frames as image files.
std::string file_of(const RgbImage& image, ImageFormat format = ImageFormat::Jpeg);
std::vector<std::string> files_of(std::span<const drawing::FacePlan> frames);
// One frame for each action and one more, of the person with this seed.
std::vector<std::string> recording(std::uint64_t seed, const std::vector<Action>& actions);

// Judges the frames with the embedded engine. REQUIRES: the engine does not fail.
LivenessEvaluation judged(const std::vector<std::string>& frames, const std::vector<Action>& asked);
// "accepted", or the code of the worst issue.
std::string verdict(const Evaluation& evaluation);
// REQUIRES: the evaluation has this check.
CheckOutcome outcome_of(const Evaluation& evaluation, std::string_view check);

}  // namespace countersign
