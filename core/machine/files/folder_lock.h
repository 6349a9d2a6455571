#pragma once
#include <filesystem>
#include <system_error>

#include "core/machine/files/owned_fd.h"
#include "core/result.h"

namespace countersign {

// The lock of one process on a folder, flock(2) of the folder itself: nobody can remove this lock,
// unlike a lock file. Ends with the process. Movable; one thread.
class FolderLock {
 public:
  // Fails with std::errc::operation_would_block if another process has the lock, and with another
  // error if the folder cannot be opened or its file system has no such locks.
  static Result<FolderLock, std::error_code> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(OwnedFd folder) : folder_(std::move(folder)) {}

  OwnedFd folder_;
};

}  // namespace countersign
