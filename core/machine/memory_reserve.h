#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <semaphore>
#include <thread>

#include "core/machine/threads/stop.h"

namespace countersign {

// Memory that is kept for the case that memory runs out. The first allocation that fails releases
// the reserve and is tried again, so that unwinding, refusing and answering have the little memory
// that they need. The reserve is taken back as soon as that much memory is free again. While it is
// released, a failing allocation throws std::bad_alloc as usual.
//
// One object in a process; it is the std::new_handler while it lives. Thread-safe. Owns a thread
// that waits until the reserve has to be taken back.
class MemoryReserve {
 public:
  static constexpr std::size_t kBytes = std::size_t{16} << 20;

  explicit MemoryReserve(std::size_t bytes = kBytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  // The number of times that the reserve was released.
  std::uint64_t given_up() const { return given_up_; }
  bool is_whole() const { return memory_ != nullptr; }

  // While such an object lives on a thread, that thread's allocations do not use the reserve. For a
  // large allocation that may fail alone, such as an image: it would leave nothing for the threads
  // that answer.
  class Spared {
   public:
    Spared() { ++spared_; }
    ~Spared() { --spared_; }
    Spared(const Spared&) = delete;
    Spared& operator=(const Spared&) = delete;
  };

 private:
  static void on_failed_allocation();

  bool give_up() noexcept;
  bool take_back() noexcept;
  void keep();

  static thread_local int spared_;

  const std::size_t bytes_;
  std::atomic<void*> memory_{nullptr};
  std::atomic<std::uint64_t> given_up_{0};
  std::counting_semaphore<> wanted_{0};
  Stop stop_;
  std::thread thread_;
};

}  // namespace countersign
