#include "tests/events/support/file_calls.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <filesystem>
#include <string_view>
#include <utility>

namespace countersign {
namespace {

std::atomic<const FileCalls*> current{nullptr};
std::atomic<std::uint64_t> calls{0};

// Counts a call on `path` as seen from the open folder; an empty path is the folder itself.
void note(int folder, std::string_view path) {
  const FileCalls* const counting = current;
  if (counting == nullptr) return;
  std::string whole(path);
  if (!path.starts_with('/')) {
    std::error_code ignored;
    const std::string link = "/proc/self/fd/" + std::to_string(folder);
    whole = std::filesystem::read_symlink(link, ignored).string() + '/' + whole;
  }
  if (whole.starts_with(counting->folder())) ++calls;
}

}  // namespace

FileCalls::FileCalls(std::string folder) : folder_(std::move(folder)) {
  calls = 0;
  current = this;
}
FileCalls::~FileCalls() { current = nullptr; }

std::uint64_t FileCalls::count() const { return calls; }

}  // namespace countersign

// The linker takes these definitions before those of the C library.
extern "C" int openat(int folder, const char* path, int flags, ...) {
  countersign::note(folder, path);
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);  // without a meaning unless the call makes a file
  va_end(rest);
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

extern "C" int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
  countersign::note(folder, path);
  return static_cast<int>(::syscall(SYS_newfstatat, folder, path, status, flags));
}

extern "C" dirent* readdir(DIR* folder) {
  using Function = dirent* (*)(DIR*);
  static const auto real = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "readdir"));
  countersign::note(::dirfd(folder), "");
  return real(folder);
}
