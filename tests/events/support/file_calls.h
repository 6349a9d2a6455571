#pragma once
#include <cstdint>
#include <string>

namespace countersign {

// Counts the calls of `openat`, `fstatat` and `readdir` in this executable whose path is `folder`
// or below it. At most one instance at a time. Any thread may call.
class FileCalls {
 public:
  // REQUIRES: `folder` is absolute and contains no link.
  explicit FileCalls(std::string folder);
  ~FileCalls();
  FileCalls(const FileCalls&) = delete;
  FileCalls& operator=(const FileCalls&) = delete;

  std::uint64_t count() const;

  const std::string& folder() const { return folder_; }

 private:
  const std::string folder_;
};

}  // namespace countersign
