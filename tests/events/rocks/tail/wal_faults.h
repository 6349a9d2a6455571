#pragma once
#include <atomic>
#include <cstdint>
#include <string_view>

namespace countersign::test {

// Intercepts RocksDB's `write` and `fdatasync` on write-ahead logs, or on other files, in this
// executable. The next such call fails once with the errno that is set; later calls succeed. Also
// intercepts the program's own `statvfs`. At most one instance at a time.
class WalFaults {
 public:
  WalFaults();
  ~WalFaults();
  WalFaults(const WalFaults&) = delete;
  WalFaults& operator=(const WalFaults&) = delete;

  std::string_view files = ".log";  // the suffix of the files' names; set before use
  std::atomic<int> next_write{0};
  std::atomic<int> next_sync{0};
  std::atomic<int> failures{0};
  std::atomic<int> syncs{0};  // that were requested, including failed ones
  // If not negative, the free bytes that every disk reports.
  std::atomic<std::int64_t> free_bytes{-1};
};

}  // namespace countersign::test
