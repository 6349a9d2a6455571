#pragma once
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Jumps of the clock that are made on purpose, over the ends of what is promised for a time: tokens
// and nonces, the answers to keys, retention, months, rates. All of them, or each kind once.
void jump_on_purpose(const Orders& orders, Findings& findings);

}  // namespace countersign::torture
