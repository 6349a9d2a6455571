#pragma once
#include <cstdint>

namespace countersign::http {

// A snapshot of the totals: each is exact, but they are not read at one instant.
struct EdgeCounters {
  std::uint64_t open_connections = 0;
  std::uint64_t accepted_connections = 0;
  std::uint64_t refused_connections = 0;  // over the limit, or an admin peer of another user
  std::uint64_t evicted_connections = 0;  // idle ones chosen to make room for others
  std::uint64_t requests = 0;             // valid heads
  std::uint64_t requests_in_flight = 0;   // not answered yet
  std::uint64_t framing_errors = 0;
  std::uint64_t responses_2xx = 0;
  std::uint64_t responses_3xx = 0;
  std::uint64_t responses_4xx = 0;
  std::uint64_t responses_5xx = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t sent_bytes = 0;
};

}  // namespace countersign::http
