#pragma once
#include <chrono>
#include <cstdint>
#include <utility>

#include "core/machine/steady_now.h"
#include "core/utc_time.h"

namespace countersign::http {

// Decides whether the reader of a download is fast enough. After a grace period a reader is too
// slow if its average rate since the beginning is below kMinBytesPerSecond, or if its rate in one
// window is below a quarter of that. The second rule stops a reader that took most of the file fast
// and then holds a thread until its average has fallen.
// One thread at a time.
class DownloadPace {
 public:
  static constexpr std::uint64_t kMinBytesPerSecond = 32 * 1024;
  static constexpr Duration kGrace = std::chrono::seconds(30);

  static constexpr Duration kWindow = std::chrono::seconds(30);
  static constexpr std::uint64_t kMinBytesInWindow = 30 * kMinBytesPerSecond / 4;

  explicit DownloadPace(SteadyNow now = steady_now)
      : now_(std::move(now)), since_(now_()), window_since_(since_) {}

  // `sent_bytes`: total since the beginning.
  bool keeps_up(std::uint64_t sent_bytes) {
    const SteadyTime now = now_();
    if (now - since_ <= kGrace) {
      window_since_ = now;
      window_bytes_ = sent_bytes;
      return true;
    }
    if (sent_bytes / kMinBytesPerSecond < seconds_of(now - since_)) return false;
    const std::uint64_t windows = seconds_of(now - window_since_) / seconds_of(kWindow);
    if (windows == 0) return true;
    const std::uint64_t in_windows = sent_bytes - window_bytes_;
    window_since_ = now;
    window_bytes_ = sent_bytes;
    return in_windows / kMinBytesInWindow >= windows;
  }

 private:
  static constexpr std::uint64_t seconds_of(SteadyTime::duration duration) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(duration).count());
  }

  const SteadyNow now_;
  const SteadyTime since_;
  SteadyTime window_since_;
  std::uint64_t window_bytes_ = 0;
};

}  // namespace countersign::http
