#include "tests/torture/hurt_disk/library/state.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

namespace countersign::torture {
namespace {

BadDiskState* map_state() {
  const char* path = std::getenv(kBadDiskVariable);
  if (path == nullptr) return nullptr;
  const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
  if (file < 0) return nullptr;
  void* page = ::mmap(nullptr, sizeof(BadDiskState), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::syscall(SYS_close, file);
  return page == MAP_FAILED ? nullptr : static_cast<BadDiskState*>(page);
}

}  // namespace

BadDiskState* state() {
  static BadDiskState* const mapped = map_state();
  return mapped != nullptr && mapped->has_folder ? mapped : nullptr;
}

}  // namespace countersign::torture
