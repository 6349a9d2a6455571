#pragma once
#include <functional>
#include <string>
#include <vector>

namespace countersign {

// Intercepts the calls of `fsync`, `pwrite` and a few more in this executable: records which paths
// are synced, and lets a test decide that a call fails. At most one instance at a time; while there
// is none, the calls go straight to the system.
class DiskFaults {
 public:
  DiskFaults();
  ~DiskFaults();
  DiskFaults(const DiskFaults&) = delete;
  DiskFaults& operator=(const DiskFaults&) = delete;

  // Returns the synced paths in order.
  std::vector<std::string> synced() const;
  void forget();

  // Called before each intercepted call; returns the errno with which that call fails, or 0. Set
  // before use.
  std::function<int(const std::string& path)> fail_sync;  // of fsync
  std::function<int(const std::string& path)> fail_data_sync;
  std::function<int(int descriptor)> fail_write;
  // Called with the name of each call that changes the disk, before it: of those above and of
  // `fdatasync`, `ftruncate`, `linkat`, `mkdirat`, `renameat`, `renameat2` and `unlinkat`. May end
  // the process.
  std::function<void(const char* call)> before;
  // If not 0, the largest number of bytes that one write takes.
  std::size_t write_limit_bytes = 0;
};

}  // namespace countersign
