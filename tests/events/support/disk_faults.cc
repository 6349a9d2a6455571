#include "tests/events/support/disk_faults.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <mutex>

namespace countersign {
namespace {

std::atomic<DiskFaults*> current{nullptr};
std::mutex mutex;
std::vector<std::string> synced_paths;

std::string path_of(int descriptor) {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), ignored)
      .string();
}

int fault_of_sync(DiskFaults& faults, int descriptor) {
  const std::string path = path_of(descriptor);
  {
    const std::lock_guard lock(mutex);
    synced_paths.push_back(path);
  }
  return faults.fail_sync ? faults.fail_sync(path) : 0;
}

void tell(const char* call) {
  DiskFaults* const faults = current;
  if (faults != nullptr && faults->before) faults->before(call);
}

}  // namespace

DiskFaults::DiskFaults() {
  synced_paths.clear();
  current = this;
}
DiskFaults::~DiskFaults() { current = nullptr; }

std::vector<std::string> DiskFaults::synced() const {
  const std::lock_guard lock(mutex);
  return synced_paths;
}

void DiskFaults::forget() {
  const std::lock_guard lock(mutex);
  synced_paths.clear();
}

}  // namespace countersign

using countersign::DiskFaults;

// The linker takes these definitions before those of the C library.
extern "C" int fsync(int descriptor) {
  countersign::tell("fsync");
  if (DiskFaults* faults = countersign::current) {
    if (const int error = countersign::fault_of_sync(*faults, descriptor)) {
      errno = error;
      return -1;
    }
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

extern "C" ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  countersign::tell("pwrite");
  if (DiskFaults* faults = countersign::current) {
    const int error = faults->fail_write ? faults->fail_write(descriptor) : 0;
    if (error != 0) {
      errno = error;
      return -1;
    }
    if (faults->write_limit_bytes > 0) size = std::min(size, faults->write_limit_bytes);
  }
  return ::syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

extern "C" int ftruncate(int descriptor, off_t size) noexcept {
  countersign::tell("ftruncate");
  return static_cast<int>(::syscall(SYS_ftruncate, descriptor, size));
}

extern "C" int fdatasync(int descriptor) {
  countersign::tell("fdatasync");
  const DiskFaults* const faults = countersign::current;
  if (faults != nullptr && faults->fail_data_sync) {
    if (const int error = faults->fail_data_sync(countersign::path_of(descriptor))) {
      errno = error;
      return -1;
    }
  }
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

extern "C" int renameat(int from, const char* name, int to, const char* new_name) noexcept {
  countersign::tell("renameat");
  return static_cast<int>(::syscall(SYS_renameat2, from, name, to, new_name, 0));
}

extern "C" int renameat2(
    int from, const char* name, int to, const char* new_name, unsigned flags) noexcept {
  countersign::tell("renameat2");
  return static_cast<int>(::syscall(SYS_renameat2, from, name, to, new_name, flags));
}

extern "C" int unlinkat(int folder, const char* name, int flags) noexcept {
  countersign::tell("unlinkat");
  return static_cast<int>(::syscall(SYS_unlinkat, folder, name, flags));
}

extern "C" int linkat(
    int from, const char* name, int to, const char* new_name, int flags) noexcept {
  countersign::tell("linkat");
  return static_cast<int>(::syscall(SYS_linkat, from, name, to, new_name, flags));
}

extern "C" int mkdirat(int folder, const char* name, mode_t mode) noexcept {
  countersign::tell("mkdirat");
  return static_cast<int>(::syscall(SYS_mkdirat, folder, name, mode));
}
