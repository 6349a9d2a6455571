#pragma once
#include <cstdint>

#include "core/machine/threads/condition.h"
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
  // REQUIRES: held by the calling thread.
  void unlock() RELEASES_LOCK() {
    {
      const MutexLock lock(mutex_);
      ++serving_;
    }
    changed_.notify_all();
  }

 private:
  Mutex mutex_;
  Condition changed_;
  std::uint64_t next_ticket_ GUARDED_BY(mutex_) = 0;
  std::uint64_t serving_ GUARDED_BY(mutex_) = 0;
};

// Holds such a mutex as long as it lives.
class SCOPED_LOCK_CLASS FairMutexLock {
 public:
  explicit FairMutexLock(FairMutex& mutex) ACQUIRES_LOCK(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~FairMutexLock() RELEASES_LOCK() { mutex_.unlock(); }
  FairMutexLock(const FairMutexLock&) = delete;
  FairMutexLock& operator=(const FairMutexLock&) = delete;

 private:
  FairMutex& mutex_;
};

}  // namespace countersign
