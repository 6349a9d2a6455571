#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

namespace countersign::http {

// How long an answer has waited for its reader, and what that makes of the connection's place
// (connection_permits.h): a connection is slow while its output waits for the reader, and idle when
// the reader has taken nothing for the limit. Pure: time is an argument. One thread.
class ReaderWait {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // A change that the connection reports to ConnectionPermits.
  enum class Report : std::uint8_t { Nothing, Busy, Slow, Idle };

  explicit ReaderWait(std::chrono::milliseconds limit) : limit_(limit) {}

  // True if the reader is waited for.
  bool waits() const { return since_.has_value(); }

  // Some steps are over. `waiting`: output is left that the socket does not take. `taken`: the
  // reader has taken some of it. Busy: the reader is waited for no longer.
  Report stepped(bool waiting, bool taken, Time now) {
    if (!waiting) {
      const Report report = waits() ? Report::Busy : Report::Nothing;
      since_.reset();
      return report;
    }
    if (waits() && !taken) return Report::Nothing;
    since_ = now;
    is_idle_ = false;
    return Report::Slow;
  }

  Report ticked(Time now) {
    if (!waits() || is_idle_ || now < *since_ + limit_) return Report::Nothing;
    is_idle_ = true;
    return Report::Idle;
  }

 private:
  const std::chrono::milliseconds limit_;
  std::optional<Time> since_;  // the reader's last bytes, or the beginning of the wait
  bool is_idle_ = false;
};

}  // namespace countersign::http
