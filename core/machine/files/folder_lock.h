#pragma once
#include <filesystem>
#include <optional>

#include "core/machine/files/owned_fd.h"

namespace countersign {

// The lock of one process on a folder, flock(2) of the folder itself: unlike a lock file, nobody
// can remove it. Ends with the process. Movable; one thread.
class FolderLock {
 public:
  // Returns nullopt if another process has the lock. A file system that has no such locks gives an
  // empty one.
  static std::optional<FolderLock> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(OwnedFd folder) : folder_(std::move(folder)) {}

  OwnedFd folder_;
};

}  // namespace countersign
