#include "core/machine/files/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace countersign {

std::optional<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  OwnedFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) {
    return FolderLock(std::move(opened));
  }
  if (errno == EWOULDBLOCK) return std::nullopt;
  return FolderLock(OwnedFd());
}

}  // namespace countersign
