#pragma once
#include <cstddef>
#include <limits>

namespace countersign {

// While an instance lives, the buffers of the vault's files cannot be allocated: the operator new
// for an alignment of a disk block fails in the whole program. At most one instance at a time; any
// thread.
class NoMemory {
 public:
  // The first `spared` allocations succeed, then `failures` fail, and all later ones succeed again.
  explicit NoMemory(std::size_t spared = 0,
                    std::size_t failures = std::numeric_limits<std::size_t>::max());
  ~NoMemory();
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;

  // The number of allocations that have failed.
  std::size_t failed() const;
};

}  // namespace countersign
