#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/machine/threads/mutex.h"

namespace countersign {

// Keeps messages that a stranger can cause as often as he likes from filling the operator's log:
// the first is written at once, then one, or `each`, in each period, with the number of suppressed
// ones.
//
// Thread-safe.
class NoticePace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit NoticePace(std::chrono::milliseconds period, std::uint64_t each = 1)
      : period_(period), each_(each) {}

  // Returns how many messages were held back since the last one that was written, or nullopt if
  // this one is held back too.
  std::optional<std::uint64_t> take(Time now) {
    const MutexLock lock(mutex_);
    if (!begun_ || now - *begun_ >= period_) {
      begun_ = now;
      told_ = 0;
    }
    if (told_ == each_) {
      ++held_back_;
      return std::nullopt;
    }
    ++told_;
    return std::exchange(held_back_, 0);
  }

 private:
  const std::chrono::milliseconds period_;
  const std::uint64_t each_;
  Mutex mutex_;
  std::optional<Time> begun_ GUARDED_BY(mutex_);  // the period
  std::uint64_t told_ GUARDED_BY(mutex_) = 0;     // in it
  std::uint64_t held_back_ GUARDED_BY(mutex_) = 0;
};

}  // namespace countersign
