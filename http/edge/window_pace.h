#pragma once
#include <chrono>
#include <cstdint>

namespace countersign::http {

// Whether enough bytes move in each window of time. An average since the beginning
// would let who was fast at first be as slow afterwards as the average lasts.
//
// Pure: time is an argument. One thread.
class WindowPace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::steady_clock::duration;

  WindowPace() = default;
  WindowPace(Span window, std::uint64_t least_bytes) : window_(window), least_bytes_(least_bytes) {}

  // The first window begins at `start`, which may lie ahead.
  void begin(Time start) {
    start_ = start;
    bytes_ = 0;
  }

  // What moves after the deadline comes too late, and changes nothing.
  void moved(Time now, std::uint64_t bytes) {
    if (now >= deadline()) {
      return;
    }
    if (now >= start_ + window_) {
      start_ += window_ * ((now - start_) / window_);
      bytes_ = 0;
    }
    bytes_ += bytes;
  }

  // Time that does not count has passed.
  void shift(Span by) { start_ += by; }

  // When it was too slow, unless more moves before.
  Time deadline() const { return start_ + (bytes_ >= least_bytes_ ? 2 * window_ : window_); }

 private:
  Span window_{};
  std::uint64_t least_bytes_ = 0;
  Time start_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace countersign::http
