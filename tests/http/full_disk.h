#pragma once
#include <string>

namespace countersign {

// While one lives, no room is left on the disk of the paths that end so, as the system says to
// this executable alone. One at a time.
class FullDisk {
 public:
  explicit FullDisk(std::string path_end);
  ~FullDisk();
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
};

}  // namespace countersign
