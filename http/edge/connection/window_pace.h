#pragma once
#include <chrono>
#include <cstdint>

namespace countersign::http {

// Checks that enough bytes move in each window of time. With an average since the beginning
// instead, a peer that was fast at first could then be slow until the average falls below the
// limit.
//
// Pure: time is an argument. One thread.
class WindowPace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::steady_clock::duration;

  WindowPace() = default;
  WindowPace(Span window, std::uint64_t least_bytes) : window_(window), least_bytes_(least_bytes) {}

  // The first window begins at `start`, which may be in the future.
  void begin(Time start) {
    start_ = start;
    bytes_ = 0;
  }

  // Bytes that move after the deadline are too late and change nothing.
  void moved(Time now, std::uint64_t bytes) {
    if (now >= deadline()) return;
    if (now >= start_ + window_) {
      start_ += window_ * ((now - start_) / window_);
      bytes_ = 0;
    }
    bytes_ += bytes;
  }

  // Excludes time that does not count.
  void shift(Span by) { start_ += by; }

  // The time at which the pace is too slow, unless more bytes move before.
  Time deadline() const { return start_ + (bytes_ >= least_bytes_ ? 2 * window_ : window_); }

 private:
  Span window_{};
  std::uint64_t least_bytes_ = 0;
  Time start_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace countersign::http
