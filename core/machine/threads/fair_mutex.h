#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/given_up.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// A mutex that is given to its waiters in the order in which they came. A thread that unlocks and
// locks again in a loop therefore never keeps another thread out, as std::mutex allows.
//
// For locks that are held for long: each unlock wakes every waiter.
class LOCK_CLASS FairMutex {
 public:
  FairMutex() = default;
  FairMutex(const FairMutex&) = delete;
  FairMutex& operator=(const FairMutex&) = delete;

  void lock() ACQUIRES_LOCK() {
    const MutexLock lock(mutex_);
    const std::uint64_t ticket = next_ticket_++;
    while (serving_ != ticket) changed_.wait(mutex_);
  }
  // Waits like lock(), but only until the work is given up: then it leaves its place in the order
  // to those behind, and returns false.
  bool lock_unless(const GivenUp& given_up) TRIES_LOCK(true) {
    const MutexLock lock(mutex_);
    left_.reserve(left_.size() + waiting_ + 1);  // no memory is needed to leave
    ++waiting_;
    const std::uint64_t ticket = next_ticket_++;
    while (serving_ != ticket && !given_up()) {
      (void)changed_.wait_until(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
    }
    --waiting_;
    if (serving_ == ticket) return true;
    left_.push_back(ticket);
    return false;
  }
  // REQUIRES: held by the calling thread.
  void unlock() RELEASES_LOCK() {
    {
      const MutexLock lock(mutex_);
      ++serving_;
      while (std::erase(left_, serving_) > 0) ++serving_;
    }
    changed_.notify_all();
  }

 private:
  static constexpr std::chrono::milliseconds kBetweenLooks{100};

  Mutex mutex_;
  Condition changed_;
  std::uint64_t next_ticket_ GUARDED_BY(mutex_) = 0;
  std::uint64_t serving_ GUARDED_BY(mutex_) = 0;
  std::size_t waiting_ GUARDED_BY(mutex_) = 0;          // in lock_unless()
  std::vector<std::uint64_t> left_ GUARDED_BY(mutex_);  // tickets that were given up
};

// Holds such a mutex as long as it lives.
class SCOPED_LOCK_CLASS FairMutexLock {
 public:
  struct Taken {};  // the mutex is held already, by lock_unless()

  explicit FairMutexLock(FairMutex& mutex) ACQUIRES_LOCK(mutex) : mutex_(mutex) { mutex_.lock(); }
  FairMutexLock(FairMutex& mutex, Taken) REQUIRES_LOCK(mutex) : mutex_(mutex) {}
  ~FairMutexLock() RELEASES_LOCK() { mutex_.unlock(); }
  FairMutexLock(const FairMutexLock&) = delete;
  FairMutexLock& operator=(const FairMutexLock&) = delete;

 private:
  FairMutex& mutex_;
};

}  // namespace countersign
