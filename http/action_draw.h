#pragma once
#include <span>
#include <vector>

#include "core/random_source.h"
#include "core/terms.h"

namespace countersign::http {

// The actions of one liveness challenge: LOOK_STRAIGHT, then one or two others that nobody
// can foretell, of those that the engine can judge; with a turn of the head among them
// when it can judge one. An engine that judges none is given the first alone.
std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random);

}  // namespace countersign::http
