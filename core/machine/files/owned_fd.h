#pragma once
#include <utility>

namespace countersign {

// A file descriptor with one owner, closed by the destructor. -1 means no descriptor.
class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int descriptor) : descriptor_(descriptor) {}
  ~OwnedFd() { reset(); }
  OwnedFd(OwnedFd&& from) noexcept : descriptor_(std::exchange(from.descriptor_, -1)) {}
  OwnedFd& operator=(OwnedFd&& from) noexcept {
    if (this == &from) return *this;
    reset();
    descriptor_ = std::exchange(from.descriptor_, -1);
    return *this;
  }

  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }
  void reset();

 private:
  int descriptor_ = -1;
};

}  // namespace countersign
