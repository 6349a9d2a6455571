#pragma once
#include <cstddef>

namespace countersign {

// Measures the largest block of memory that its thread asks for while it lives. The operator new of
// the whole program is replaced; one at a time in a thread.
class AllocationMeter {
 public:
  AllocationMeter();
  ~AllocationMeter();
  AllocationMeter(const AllocationMeter&) = delete;
  AllocationMeter& operator=(const AllocationMeter&) = delete;

  std::size_t largest() const;
};

}  // namespace countersign
