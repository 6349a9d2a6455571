#pragma once
#include <atomic>
#include <cstdint>

namespace countersign::http {

// One loop's part of EdgeCounters. Only its loop writes to it, but the acceptor also changes
// `connections`. Any thread reads.
struct LoopCounters {
  using Count = std::atomic<std::uint64_t>;

  // One writer, so no locked instruction is needed.
  static void add(Count& count, std::uint64_t n) {
    count.store(count.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }

  Count connections{0};  // handed to this loop and not closed
  Count requests{0};
  Count requests_ended{0};
  Count framing_errors{0};
  Count responses[6]{};  // by status / 100
  Count received_bytes{0};
  Count sent_bytes{0};
};

}  // namespace countersign::http
