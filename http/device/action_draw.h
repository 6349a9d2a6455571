#pragma once
#include <span>
#include <vector>

#include "core/random_source.h"
#include "core/terms.h"

namespace countersign::http {

// The actions of one liveness challenge: LOOK_STRAIGHT, then two others that nobody can foretell,
// of those that the engine can judge; with a turn of the head among them when it can judge one.
// Every such challenge is as likely as the others: of six actions that are judged there are 14. An
// engine that judges fewer is given those.
std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random);

}  // namespace countersign::http
