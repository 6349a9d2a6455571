#include "core/machine/files/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>

namespace countersign {

Result<FolderLock, std::error_code> FolderLock::take(const std::filesystem::path& folder) {
  OwnedFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) {
    return std::error_code(errno, std::generic_category());
  }
  return FolderLock(std::move(opened));
}

}  // namespace countersign
