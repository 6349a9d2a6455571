#pragma once
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Sets the clock on purpose across the end of each promise that is limited in time: tokens and
// nonces, the responses kept under keys, retention, months, rate limits. With `full` makes all
// jumps, else each kind of jump once.
void jump_on_purpose(const Orders& orders, Findings& findings);

}  // namespace countersign::torture
