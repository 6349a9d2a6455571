#pragma once
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Each makes servers of its own, and tells what came of them.

// A server that is stopped under load, and goes on; one that is told to end, once or twice; and two
// on one folder, the second of which comes while the first serves, or at the same moment.
void stop_and_continue(const Orders& orders, Draw& draw, Findings& findings);
void end_under_load(const Orders& orders, Draw& draw, Findings& findings);
void start_two(const Orders& orders, Draw& draw, Findings& findings);

// A server that has too little address space for what its clients send.
void limit_memory(const Orders& orders, Draw& draw, Findings& findings);

// The processes that look at images, killed and stopped while they do.
void kill_workers(const Orders& orders, Draw& draw, Findings& findings);

}  // namespace countersign::torture
