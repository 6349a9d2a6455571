#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "core/enum_names.h"
#include "http/metrics/prometheus_text.h"

namespace countersign::http {

// How one question to an external engine ended. Only Answered has an answer.
enum class CallOutcome : std::uint8_t {
  Answered,
  Refused,      // 400, 413, 415, 422: the engine is there, but does not accept these images
  ErrorStatus,  // any other status except 200
  Senseless,    // 200 with an invalid answer
  TooLong,
  TimedOut,
  NotReached,
  BreakerOpen,  // not asked: it has not answered lately
  Busy,         // not asked: no place among the questions running at the same time
  Unknown,      // not asked: it has never said what it can
  NotLoaded,    // not asked: an image could not be loaded
  Stopped,      // the server is stopping
};
enum class EngineCall : std::uint8_t { Match, Liveness };
}  // namespace countersign::http

namespace countersign {

template <>
inline constexpr auto enum_names<http::CallOutcome> = std::to_array<Named<http::CallOutcome>>({
    {http::CallOutcome::Answered, "answered"},
    {http::CallOutcome::Refused, "refused"},
    {http::CallOutcome::ErrorStatus, "error_status"},
    {http::CallOutcome::Senseless, "senseless"},
    {http::CallOutcome::TooLong, "too_long"},
    {http::CallOutcome::TimedOut, "timed_out"},
    {http::CallOutcome::NotReached, "not_reached"},
    {http::CallOutcome::BreakerOpen, "breaker_open"},
    {http::CallOutcome::Busy, "busy"},
    {http::CallOutcome::Unknown, "unknown"},
    {http::CallOutcome::NotLoaded, "not_loaded"},
    {http::CallOutcome::Stopped, "stopped"},
});

template <>
inline constexpr auto enum_names<http::EngineCall> = std::to_array<Named<http::EngineCall>>({
    {http::EngineCall::Match, "match"},
    {http::EngineCall::Liveness, "liveness"},
});

}  // namespace countersign

namespace countersign::http {

// Counts the questions to an external engine, for the metrics. Thread-safe, without a lock.
class EngineCounters {
 public:
  // `took` counts only for a question that was asked.
  void ended(EngineCall call, CallOutcome outcome, std::chrono::microseconds took);
  void retried() { ++retries_; }
  std::uint64_t count(EngineCall call, CallOutcome outcome) const;
  std::uint64_t retries() const { return retries_; }
  void write(PrometheusText& page) const;

 private:
  static constexpr std::size_t kBuckets = 8;
  struct Calls {
    std::array<std::atomic<std::uint64_t>, enum_names<CallOutcome>.size()> outcomes{};
    std::array<std::atomic<std::uint64_t>, kBuckets + 1> latency{};  // the last: above all bounds
    std::atomic<std::uint64_t> latency_us_sum{0};
  };

  std::array<Calls, enum_names<EngineCall>.size()> calls_{};
  std::atomic<std::uint64_t> retries_{0};
};

}  // namespace countersign::http
