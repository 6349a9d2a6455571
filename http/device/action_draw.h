#pragma once
#include <span>
#include <vector>

#include "core/random_source.h"
#include "core/terms.h"

namespace countersign::http {

// Draws the actions of one liveness challenge: LOOK_STRAIGHT, then two or three different,
// unpredictable movements that the engine can judge. At least one is a turn of the head if the
// engine can judge a turn. Every such challenge is equally likely; with six judged actions there
// are 68. If the engine judges fewer than two movements, the challenge has all of them.
std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random);

}  // namespace countersign::http
