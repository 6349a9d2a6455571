#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "http/edge/connection/window_pace.h"

namespace countersign::http {

// How long the body of a request may take. The edge gives it up
//
//   - when no byte has arrived for `idle`,
//   - after `grace`, when one window brings less than a quarter of the least rate: a client that
//     has sent most of a large body fast must not hold back the rest,
//   - after `grace` plus the time that its length takes at the least rate, and at the latest after
//     `longest`. The length of a chunked body is the number of bytes received so far.
//
// Time in which the edge does not read does not count.
struct BodyPaceLimits {
  std::chrono::milliseconds idle{};
  std::chrono::milliseconds grace{};
  std::chrono::milliseconds window{};
  std::chrono::milliseconds longest{};
  std::uint64_t least_bytes_per_second = 0;
};

// Pure: time is an argument. Used on one thread, the loop's.
class BodyPace {
 public:
  using Time = WindowPace::Time;

  BodyPace() = default;
  BodyPace(const BodyPaceLimits& limits, Time now, std::optional<std::uint64_t> length);

  void received(Time now, std::uint64_t bytes);
  void pause(Time now);
  // Does nothing if there is no pause.
  void resume(Time now);

  // The time at which the body is given up, unless more of it arrives before. Time::max() during a
  // pause.
  Time deadline() const;

 private:
  std::chrono::milliseconds allowed() const;

  BodyPaceLimits limits_;
  Time begun_{};
  Time last_{};
  std::optional<std::uint64_t> length_;
  std::uint64_t received_bytes_ = 0;
  WindowPace windows_;
  std::optional<Time> paused_at_;
};

}  // namespace countersign::http
