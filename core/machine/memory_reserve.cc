#include "core/machine/memory_reserve.h"

#include <sys/mman.h>

#include <chrono>
#include <new>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::chrono::milliseconds kTriedAgainAfter{250};

std::atomic<MemoryReserve*> in_use{nullptr};

}  // namespace

thread_local int MemoryReserve::spared_ = 0;

MemoryReserve::MemoryReserve(std::size_t bytes) : bytes_(bytes) {
  (void)take_back();  // if there is no room for it, the process starts without the reserve
  MemoryReserve* none = nullptr;
  check(in_use.compare_exchange_strong(none, this), "the process has at most one memory reserve");
  std::set_new_handler(on_failed_allocation);
  thread_ = std::thread([this] { keep(); });
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(nullptr);
  in_use = nullptr;
  stop_.ask();
  wanted_.release();
  thread_.join();
  if (void* const memory = memory_.exchange(nullptr)) ::munmap(memory, bytes_);
}

// The handler of operator new, which retries the allocation when this function returns.
void MemoryReserve::on_failed_allocation() {
  MemoryReserve* const reserve = spared_ == 0 ? in_use.load() : nullptr;
  if (reserve == nullptr || !reserve->give_up()) throw std::bad_alloc();
}

bool MemoryReserve::give_up() noexcept {
  void* const memory = memory_.exchange(nullptr);
  if (memory == nullptr) return false;
  ::munmap(memory, bytes_);
  ++given_up_;
  wanted_.release();
  return true;
}

// The mapping is never touched: it takes address space, which is what a limit counts and what the
// system commits to, and no memory.
bool MemoryReserve::take_back() noexcept {
  void* const memory =
      ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  memory_ = memory;
  return true;
}

void MemoryReserve::keep() {
  if (memory_ == nullptr) wanted_.release();
  for (;;) {
    wanted_.acquire();
    do {
      if (!stop_.sleep_for(kTriedAgainAfter)) return;
    } while (!take_back());
  }
}

}  // namespace countersign
