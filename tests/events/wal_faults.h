#pragma once
#include <atomic>

namespace countersign::test {

// Stands between RocksDB and the system for `write` and `fdatasync` of write-ahead logs, in
// this executable alone. One at a time; the next such call fails with the errno that is
// set, once, then all is well again.
class WalFaults {
 public:
  WalFaults();
  ~WalFaults();
  WalFaults(const WalFaults&) = delete;
  WalFaults& operator=(const WalFaults&) = delete;

  std::atomic<int> next_write{0};
  std::atomic<int> next_sync{0};
  std::atomic<int> failures{0};
  std::atomic<int> syncs{0};  // that were asked for, failed ones too
};

}  // namespace countersign::test
