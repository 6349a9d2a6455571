#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <semaphore>
#include <thread>

namespace countersign {

// Memory that is kept for its own end. The first allocation for which there is none gives it up
// and is tried again, so that whoever unwinds, refuses and answers has what these small things
// take. It is taken back as soon as there is as much again; without it an allocation
// that fails throws std::bad_alloc, as always.
//
// One in a process, which is the std::new_handler while it lives. Any thread; owns one that
// waits until the reserve is to be taken back.
class MemoryReserve {
 public:
  static constexpr std::size_t kBytes = std::size_t{16} << 20;

  explicit MemoryReserve(std::size_t bytes = kBytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  // How often it has been given up.
  std::uint64_t given_up() const { return given_up_; }
  bool is_whole() const { return memory_ != nullptr; }

  // While one lives on a thread, that thread's allocations do not get the reserve: for a large one
  // that may fail alone, such as that of an image, and would leave nothing for those who answer.
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
  std::mutex mutex_;
  std::condition_variable stopping_changed_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace countersign
