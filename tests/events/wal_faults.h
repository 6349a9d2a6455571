#pragma once
#include <atomic>
#include <cstdint>
#include <string_view>

namespace countersign::test {

// Stands between RocksDB and the system for `write` and `fdatasync` of write-ahead logs, or of
// other files, in this executable alone. One at a time; the next such call fails with the errno
// that is set, once, then all is well again. And between us and `statvfs`.
class WalFaults {
 public:
  WalFaults();
  ~WalFaults();
  WalFaults(const WalFaults&) = delete;
  WalFaults& operator=(const WalFaults&) = delete;

  std::string_view files = ".log";  // how their names end; set before use
  std::atomic<int> next_write{0};
  std::atomic<int> next_sync{0};
  std::atomic<int> failures{0};
  std::atomic<int> syncs{0};  // that were asked for, failed ones too
  // If not negative, what each disk says that it has free.
  std::atomic<std::int64_t> free_bytes{-1};
};

}  // namespace countersign::test
