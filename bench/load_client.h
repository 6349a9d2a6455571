#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace countersign::bench {

struct LoadResult {
  std::uint64_t answers = 0;
  std::uint64_t not_2xx = 0;
  double seconds = 0;
  double p50_ms = 0;
  double p99_ms = 0;
  double per_second() const { return seconds > 0 ? static_cast<double>(answers) / seconds : 0; }
};

// A closed loop over `connections` keep-alive connections to 127.0.0.1:`port`: each sends
// `request`, waits for the whole answer (framed by Content-Length) and sends it again, until
// `answers` answers were read, and then for as long as `more` returns true. One thread, epoll, no
// pipelining. Any connection error ends the process with a sentence: a benchmark with errors in it
// measures nothing.
LoadResult run_load(std::uint16_t port,
                    const std::string& request,
                    std::size_t connections,
                    std::uint64_t answers,
                    const std::function<bool()>& more = {});

}  // namespace countersign::bench
