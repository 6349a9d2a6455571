#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/inspection/face/head_pose.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/face_thresholds.h"
#include "core/terms.h"

namespace countersign {

// The one face of a frame. Lengths are shares: of the picture's width, of its height, and the
// side of its shorter side.
struct SeenFace {
  double x = 0;
  double y = 0;
  double side = 0;
  HeadPose pose;
};

// The actions that can be judged: turns, tilts, coming closer and looking straight. None in a
// build that finds no faces. Smiling, blinking and nodding cannot be told without a model.
std::span<const Action> judged_actions();

// Whether the frames show the actions in their order. Each action needs a frame of its own; the
// first frame that looks straight is what the others are compared with. Turns count both ways: one
// that was not asked for at its place refuses the recording, so that one of many turns does not
// answer every challenge.
//
// A judgement for each action, with what was measured, and the frame that showed it; of one that
// was not seen, the most that was. Pure.
struct ActionReview {
  std::vector<Judgement> judgements;
  std::optional<Action> failed;  // the first that was not seen in its place
};
ActionReview review_actions(std::span<const SeenFace> frames,
                            std::span<const Action> actions,
                            const FaceThresholds& thresholds);

// The same judgements where they cannot be made.
std::vector<Judgement> actions_not_judged(std::span<const Action> actions);

}  // namespace countersign
