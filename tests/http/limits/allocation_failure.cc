#include "tests/http/limits/allocation_failure.h"

#include <cstdlib>
#include <new>
#include <optional>

namespace countersign {
namespace {

thread_local std::optional<std::size_t> spared_left;
thread_local bool struck = false;

bool fails() {
  if (!spared_left) return false;
  if (*spared_left > 0) {
    --*spared_left;
    return false;
  }
  spared_left.reset();
  struck = true;
  return true;
}

}  // namespace

AllocationFailure::AllocationFailure(std::size_t spared) {
  struck = false;
  spared_left = spared;
}
AllocationFailure::~AllocationFailure() { spared_left.reset(); }

bool AllocationFailure::has_struck() const { return struck; }

}  // namespace countersign

void* operator new(std::size_t size) {
  void* const memory = countersign::fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
