#pragma once
#include <chrono>

#include "core/utc_time.h"

namespace countersign {

// The machine's own clock. Only the programs read it; all code below them is given a Clock.
// Thread-safe.
class SystemClock final : public Clock {
 public:
  UtcTime now() const override {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return UtcTime(std::chrono::duration_cast<Duration>(since_epoch).count());
  }
};

}  // namespace countersign
