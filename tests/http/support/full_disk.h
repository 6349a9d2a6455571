#pragma once
#include <string>

namespace countersign {

// While an instance lives, statvfs() tells this executable that no space is left on the disk of
// paths with this end. At most one instance at a time.
class FullDisk {
 public:
  explicit FullDisk(std::string path_end);
  ~FullDisk();
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
};

}  // namespace countersign
