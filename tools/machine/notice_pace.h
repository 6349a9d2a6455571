#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/machine/threads/mutex.h"

namespace countersign {

// Keeps messages that a stranger can cause as often as he likes from filling the operator's log:
// the first is written at once, then one in each period, with the number of suppressed ones.
//
// Thread-safe.
class NoticePace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit NoticePace(std::chrono::milliseconds period) : period_(period) {}

  // Returns how many messages were held back since the last one that was written, or nullopt if
  // this one is held back too.
  std::optional<std::uint64_t> take(Time now) {
    const MutexLock lock(mutex_);
    if (last_told_ && now - *last_told_ < period_) {
      ++held_back_;
      return std::nullopt;
    }
    last_told_ = now;
    return std::exchange(held_back_, 0);
  }

 private:
  const std::chrono::milliseconds period_;
  Mutex mutex_;
  std::optional<Time> last_told_ GUARDED_BY(mutex_);
  std::uint64_t held_back_ GUARDED_BY(mutex_) = 0;
};

}  // namespace countersign
