#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>

namespace countersign::torture {

// The memory that a process takes for one call, from /proc. Needs the right to reset the peak of
// the process, which root has.
class CallMemory {
 public:
  explicit CallMemory(pid_t process);

  // Resets the peak. Throws if the process is gone or the peak cannot be reset.
  void begin();
  // How far the peak has been above the memory that was held at begin(), in KiB. Returns 0 if the
  // process is gone.
  std::uint64_t taken_kib() const;
  // The memory that was held at begin(), in KiB.
  std::uint64_t held_kib() const { return held_kib_; }

 private:
  const std::filesystem::path folder_;
  std::uint64_t held_kib_ = 0;
};

}  // namespace countersign::torture
