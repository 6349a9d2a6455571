#include "http/edge/connection/body_pace.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace countersign::http {

namespace {

constexpr std::uint64_t kMillisecondsASecond = 1000;
// A single window may be slower than the whole body: the bandwidth of a moving phone varies.
constexpr std::uint64_t kSlowestShareOfRate = 4;

std::uint64_t least_in_window(const BodyPaceLimits& limits) {
  const auto window_ms = static_cast<std::uint64_t>(limits.window.count());
  return limits.least_bytes_per_second * window_ms / kMillisecondsASecond / kSlowestShareOfRate;
}

}  // namespace

BodyPace::BodyPace(const BodyPaceLimits& limits, Time now, std::optional<std::uint64_t> length)
    : limits_(limits),
      begun_(now),
      last_(now),
      length_(length),
      windows_(limits.window, least_in_window(limits)) {
  check(limits.least_bytes_per_second > 0, "the least rate of a body is above 0 bytes per second");
  windows_.begin(now + limits.grace);
}

void BodyPace::received(Time now, std::uint64_t bytes) {
  if (now >= deadline()) return;  // too late, even if the timer has not fired yet
  last_ = now;
  received_bytes_ += bytes;
  // Bytes that arrive during the grace count for the whole body, not for the first window.
  if (now >= begun_ + limits_.grace) windows_.moved(now, bytes);
}

void BodyPace::pause(Time now) {
  if (!paused_at_) paused_at_ = now;
}

void BodyPace::resume(Time now) {
  const auto paused_at = std::exchange(paused_at_, std::nullopt);
  if (!paused_at) return;
  const auto paused = now - *paused_at;
  begun_ += paused;
  windows_.shift(paused);
  last_ = now;
}

BodyPace::Time BodyPace::deadline() const {
  if (paused_at_) return Time::max();
  return std::min({last_ + limits_.idle, windows_.deadline(), begun_ + allowed()});
}

// Divides first, so that no length overflows.
std::chrono::milliseconds BodyPace::allowed() const {
  const std::uint64_t bytes = length_.value_or(received_bytes_);
  const std::uint64_t seconds = bytes / limits_.least_bytes_per_second + 1;
  const auto longest_ms = static_cast<std::uint64_t>(limits_.longest.count());
  if (seconds >= longest_ms / kMillisecondsASecond) return limits_.longest;
  const std::chrono::milliseconds needed(static_cast<std::int64_t>(seconds * kMillisecondsASecond));
  return std::min(limits_.longest, limits_.grace + needed);
}

}  // namespace countersign::http
