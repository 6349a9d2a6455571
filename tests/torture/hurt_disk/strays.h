#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Returns a sentence for each stored file that should not exist: no session lists it, or only as
// purged. Waits up to `limit`, since some files are removed after the response. `all`: every
// session that may have files in the folder. REQUIRES: there are no uploads.
std::vector<std::string> strays(const tests::RunningServer& server,
                                const tests::Credentials& sandbox,
                                const std::vector<Capture>& all,
                                std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace countersign::torture
