#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/inspection/face/seen_face.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/face_thresholds.h"
#include "core/terms.h"

namespace countersign {

// Returns the actions that can be judged: turns, tilts, coming closer and looking straight. Empty
// in a build that finds no faces. Smiling, blinking and nodding cannot be judged without a model.
std::span<const Action> judged_actions();

// Judges whether the movements of the recording (movements.h) are the actions, in their order: all
// of them, each in a frame of its own, and no other. A recording therefore answers at most one
// challenge. If no movement is asked for, none refuses.
//
// Gives one judgement per action, with the measured value and the frame that shows it; for an
// action that was not seen, the frame that comes closest. Pure.
struct ActionReview {
  std::vector<Judgement> judgements;
  std::optional<Action> failed;  // the first action that was not seen in its place
};
ActionReview review_actions(std::span<const SeenFace> frames,
                            std::span<const Action> actions,
                            const FaceThresholds& thresholds);

// The hint for a recording with a movement that was not asked for.
inline constexpr std::string_view kOtherMovementHint =
    "Move your head only as you are asked to, one movement after the other.";

// Returns the same judgements as not performed.
std::vector<Judgement> actions_not_judged(std::span<const Action> actions);

}  // namespace countersign
