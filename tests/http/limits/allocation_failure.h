#pragma once
#include <cstddef>

namespace countersign {

// While one lives, one allocation of its thread fails: that which comes after `spared` others. The
// operator new of the whole program is replaced; one at a time in a thread.
class AllocationFailure {
 public:
  explicit AllocationFailure(std::size_t spared);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;

  // Whether it has failed.
  bool has_struck() const;
};

}  // namespace countersign
