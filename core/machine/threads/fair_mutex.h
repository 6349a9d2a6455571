#pragma once
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace countersign {

// A mutex that is given to its waiters in the order in which they came. A thread that unlocks and
// locks again in a loop therefore never keeps another thread out, as std::mutex allows.
//
// Meets BasicLockable, so std::unique_lock and std::lock_guard take it. For locks that are held
// for long: each unlock wakes every waiter.
class FairMutex {
 public:
  FairMutex() = default;
  FairMutex(const FairMutex&) = delete;
  FairMutex& operator=(const FairMutex&) = delete;

  void lock() {
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = next_ticket_++;
    changed_.wait(lock, [&] { return serving_ == ticket; });
  }
  // REQUIRES: held by the calling thread.
  void unlock() {
    {
      const std::lock_guard lock(mutex_);
      ++serving_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ticket_ = 0;
  std::uint64_t serving_ = 0;
};

}  // namespace countersign
