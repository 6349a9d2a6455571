#pragma once
#include <filesystem>
#include <optional>

#include "core/machine/files/owned_fd.h"

namespace countersign {

// The lock of one process on a folder, flock(2) of the folder itself: nobody can remove this lock,
// unlike a lock file. Ends with the process. Movable; one thread.
class FolderLock {
 public:
  // Returns nullopt if another process has the lock. On a file system without such locks returns a
  // FolderLock that locks nothing.
  static std::optional<FolderLock> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(OwnedFd folder) : folder_(std::move(folder)) {}

  OwnedFd folder_;
};

}  // namespace countersign
