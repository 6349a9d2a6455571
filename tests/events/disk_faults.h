#pragma once
#include <functional>
#include <string>
#include <vector>

namespace countersign {

// Stands between the program and the system for `fsync` and `pwrite`, in this
// executable alone: it notes what is synced, and lets a test decide that a call fails.
// One at a time; while there is none the calls go straight through.
class DiskFaults {
 public:
  DiskFaults();
  ~DiskFaults();
  DiskFaults(const DiskFaults&) = delete;
  DiskFaults& operator=(const DiskFaults&) = delete;

  // The paths that were synced, in order.
  std::vector<std::string> synced() const;
  void forget();

  // Asked before each call; the errno it fails with, or 0. Set before use.
  std::function<int(const std::string& path)> fail_sync;
  std::function<int(int descriptor)> fail_write;
  // If not 0, the most that one write takes.
  std::size_t write_limit_bytes = 0;
};

}  // namespace countersign
