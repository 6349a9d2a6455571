#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Stored files that should not be there: no session lists them, or only as purged. They are given
// some time, since some are removed behind an answer. `all`: every session that may have files in
// the folder. REQUIRES: nobody uploads. A sentence for each.
std::vector<std::string> strays(const tests::RunningServer& server,
                                const tests::Credentials& sandbox,
                                const std::vector<Capture>& all,
                                std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace countersign::torture
