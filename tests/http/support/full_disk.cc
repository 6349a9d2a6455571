#include "tests/http/support/full_disk.h"

#include <dlfcn.h>
#include <sys/statvfs.h>

#include <mutex>
#include <string_view>
#include <utility>

namespace countersign {
namespace {

std::mutex mutex;
std::string full_path_end;  // empty: no disk is full

bool is_full(std::string_view path) {
  const std::lock_guard lock(mutex);
  return !full_path_end.empty() && path.ends_with(full_path_end);
}

}  // namespace

FullDisk::FullDisk(std::string path_end) {
  const std::lock_guard lock(mutex);
  full_path_end = std::move(path_end);
}

FullDisk::~FullDisk() {
  const std::lock_guard lock(mutex);
  full_path_end.clear();
}

}  // namespace countersign

// The linker takes this definition before that of the C library.
extern "C" int statvfs(const char* path, struct statvfs* status) noexcept {
  using Original = int (*)(const char*, struct statvfs*);
  static const auto original = reinterpret_cast<Original>(::dlsym(RTLD_NEXT, "statvfs"));
  const int result = original(path, status);
  if (result == 0 && countersign::is_full(path)) status->f_bavail = 0;
  return result;
}
