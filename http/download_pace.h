#pragma once
#include <chrono>
#include <cstdint>

#include "core/utc_time.h"

namespace countersign::http {

// Whether the reader of a download is fast enough. One that is slower than this, after
// a grace, is given up, so that it cannot keep a thread for as long as it likes.
// `clock` must live as long as this. One thread at a time.
class DownloadPace {
 public:
  static constexpr std::uint64_t kMinBytesPerSecond = 32 * 1024;
  static constexpr Duration kGrace = std::chrono::seconds(30);

  explicit DownloadPace(const Clock& clock) : clock_(clock), since_(clock.now()) {}

  bool keeps_up(std::uint64_t sent_bytes) const {
    const Duration taken = clock_.now() - since_;
    if (taken <= kGrace) return true;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(taken).count();
    return sent_bytes / kMinBytesPerSecond >= static_cast<std::uint64_t>(seconds);
  }

 private:
  const Clock& clock_;
  const UtcTime since_;
};

}  // namespace countersign::http
