#pragma once
#include "events/crypto/os_random.h"
#include "tools/machine/system_clock.h"

namespace countersign {

// The server's only source of the time and its only source of randomness: made once, before all
// parts of the server, and given to each of them. Thread-safe.
struct Sources {
  SystemClock clock;
  OsRandom random;
};

}  // namespace countersign
