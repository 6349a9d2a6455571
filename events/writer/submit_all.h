#pragma once
#include <vector>

#include "events/writer/writer.h"

namespace countersign {

// Submits all submissions at once, so that they share few syncs, and waits for every outcome. The
// outcomes are in the order of the submissions. Any thread but the writer's.
std::vector<Outcome> submit_all(Writer& writer, std::vector<Submission> submissions);

}  // namespace countersign
