#pragma once
#include <filesystem>

#include "tools/doctor/finding.h"

namespace countersign {

// Starts an inspector from this process and has a worker judge a picture, as a server would:
// whether this machine lets workers be confined, and whether one that is confined can do its work.
// Says nothing of a server that runs under other filters. `proc` is /proc. REQUIRES: no other
// threads.
Diagnosis check_worker(const std::filesystem::path& inspector, const std::filesystem::path& proc);

}  // namespace countersign
