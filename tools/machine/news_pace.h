#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace countersign {

// Keeps news that a stranger can cause as often as he likes from filling the journal: the first is
// told at once, then one in each period, with the number of those that were not told.
//
// Thread-safe.
class NewsPace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit NewsPace(std::chrono::milliseconds period) : period_(period) {}

  // How many were held back since the last that was told; none: this one is held back too.
  std::optional<std::uint64_t> take(Time now) {
    const std::lock_guard lock(mutex_);
    if (last_told_ && now - *last_told_ < period_) {
      ++held_back_;
      return std::nullopt;
    }
    last_told_ = now;
    return std::exchange(held_back_, 0);
  }

 private:
  const std::chrono::milliseconds period_;
  std::mutex mutex_;
  std::optional<Time> last_told_;  // guarded by mutex_
  std::uint64_t held_back_ = 0;    // guarded by mutex_
};

}  // namespace countersign
