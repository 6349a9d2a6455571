#pragma once
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign inspect`: inspects local images as the server would, with a confined worker of
// countersign-inspector, and prints the measurements. Keeps nothing of the images and touches no
// log. Returns the exit status: 0; 1 if an image is refused or cannot be inspected; 2 if the engine
// cannot judge a requested action.
int run_inspect(const InspectWish& wish, bool json);

}  // namespace countersign
