#pragma once
#include <span>
#include <vector>

#include "core/random_source.h"
#include "core/terms.h"

namespace countersign::http {

// Draws the actions of one liveness challenge: LOOK_STRAIGHT, then two different, unpredictable
// others that the engine can judge. At least one of the two is a turn of the head if the engine can
// judge a turn. Every such challenge is equally likely; with six judged actions there are 14. If
// the engine judges fewer than two others, the challenge has all of them.
std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random);

}  // namespace countersign::http
