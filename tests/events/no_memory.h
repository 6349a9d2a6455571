#pragma once
#include <cstddef>
#include <limits>

namespace countersign {

// While one lives, there is no memory for the buffers of the vault's files: the operator new for
// what begins at a block's border fails, in the whole program. One at a time; any thread.
class NoMemory {
 public:
  // The first `spared` of them are made, and behind `failures` that are not all are again.
  explicit NoMemory(std::size_t spared = 0,
                    std::size_t failures = std::numeric_limits<std::size_t>::max());
  ~NoMemory();
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;

  // How many have failed.
  std::size_t failed() const;
};

}  // namespace countersign
