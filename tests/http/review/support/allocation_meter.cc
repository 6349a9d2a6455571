#include "tests/http/review/support/allocation_meter.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace countersign {
namespace {

thread_local bool is_measuring = false;
thread_local std::size_t largest_block = 0;

}  // namespace

AllocationMeter::AllocationMeter() {
  largest_block = 0;
  is_measuring = true;
}
AllocationMeter::~AllocationMeter() { is_measuring = false; }

std::size_t AllocationMeter::largest() const { return largest_block; }

}  // namespace countersign

void* operator new(std::size_t size) {
  if (countersign::is_measuring) {
    countersign::largest_block = std::max(countersign::largest_block, size);
  }
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
