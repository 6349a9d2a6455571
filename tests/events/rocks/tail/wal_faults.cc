#include "tests/events/rocks/tail/wal_faults.h"

#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>

namespace countersign::test {
namespace {

std::atomic<WalFaults*> current{nullptr};

bool ends_with(int descriptor, std::string_view end) {
  std::array<char, 64> link{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  std::array<char, 4096> path{};
  const ssize_t size = ::readlink(link.data(), path.data(), path.size());
  return size > 0 && std::string_view(path.data(), static_cast<std::size_t>(size)).ends_with(end);
}

// Returns the errno with which this call fails, or 0.
int fault(WalFaults& faults, std::atomic<int>& next, int descriptor) {
  if (!ends_with(descriptor, faults.files)) return 0;
  if (&next == &faults.next_sync) ++faults.syncs;
  const int error = next.exchange(0);
  if (error != 0) ++faults.failures;
  return error;
}

}  // namespace

WalFaults::WalFaults() { current = this; }
WalFaults::~WalFaults() { current = nullptr; }

}  // namespace countersign::test

using countersign::test::WalFaults;

// The linker takes these definitions before those of the C library.
extern "C" int fdatasync(int descriptor) {
  if (WalFaults* faults = countersign::test::current) {
    if (const int error = countersign::test::fault(*faults, faults->next_sync, descriptor)) {
      errno = error;
      return -1;
    }
  }
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

extern "C" ssize_t write(int descriptor, const void* bytes, size_t size) {
  if (WalFaults* faults = countersign::test::current) {
    if (const int error = countersign::test::fault(*faults, faults->next_write, descriptor)) {
      errno = error;
      return -1;
    }
  }
  return ::syscall(SYS_write, descriptor, bytes, size);
}

extern "C" int statvfs(const char* path, struct statvfs* status) noexcept {
  struct ::statfs system {};
  if (::statfs(path, &system) != 0) return -1;
  *status = {};
  status->f_frsize = static_cast<unsigned long>(system.f_frsize);
  status->f_blocks = system.f_blocks;
  status->f_bfree = system.f_bfree;
  status->f_bavail = system.f_bavail;
  WalFaults* faults = countersign::test::current;
  if (faults != nullptr && faults->free_bytes >= 0) {
    status->f_bavail = static_cast<std::uint64_t>(faults->free_bytes.load()) / status->f_frsize;
  }
  return 0;
}
