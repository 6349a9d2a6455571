#include "tests/events/support/no_memory.h"

#include <cstdlib>
#include <mutex>
#include <new>

#include "events/vault/files/frame.h"

namespace countersign {
namespace {

std::mutex count_mutex;  // guards all variables below
std::size_t spared_left = 0;
std::size_t failures_left = 0;
std::size_t failures = 0;

bool fails(std::align_val_t border) {
  if (border != std::align_val_t{kDiskBlockBytes}) return false;
  const std::lock_guard lock(count_mutex);
  if (failures_left == 0) return false;
  if (spared_left > 0) {
    --spared_left;
    return false;
  }
  --failures_left;
  ++failures;
  return true;
}

}  // namespace

NoMemory::NoMemory(std::size_t spared, std::size_t most) {
  const std::lock_guard lock(count_mutex);
  spared_left = spared;
  failures_left = most;
  failures = 0;
}

NoMemory::~NoMemory() {
  const std::lock_guard lock(count_mutex);
  failures_left = 0;
}

std::size_t NoMemory::failed() const {
  const std::lock_guard lock(count_mutex);
  return failures;
}

}  // namespace countersign

void* operator new(std::size_t size, std::align_val_t border) {
  void* const memory = countersign::fails(border)
                           ? nullptr
                           : std::aligned_alloc(static_cast<std::size_t>(border), size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
