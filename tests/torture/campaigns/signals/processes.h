#pragma once
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Each function makes its own servers and reports to `findings`.

// A server that gets SIGSTOP under load and goes on; one that gets SIGTERM, once or twice; and two
// on one folder, the second started while the first serves, or at the same moment.
void stop_and_continue(const Orders& orders, Draw& draw, Findings& findings);
void end_under_load(const Orders& orders, Draw& draw, Findings& findings);
void start_two(const Orders& orders, Draw& draw, Findings& findings);

// A server with too little address space for what its clients send.
void limit_memory(const Orders& orders, Draw& draw, Findings& findings);

// Kills and stops the processes that judge images, while they judge.
void kill_workers(const Orders& orders, Draw& draw, Findings& findings);

}  // namespace countersign::torture
