#pragma once
#include <chrono>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// The end of threads that sleep between their rounds of work. The threads sleep with sleep_for() or
// sleep_until(); the owner calls ask(), which wakes all of them at once, and then joins them:
//
//   while (stop_.sleep_for(kPeriod)) work();
//
// A thread that also waits for other news has a mutex and a condition of its own instead.
//
// Thread-safe. Must outlive the threads, so it is declared before them.
class Stop {
 public:
  Stop() = default;
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // Ends every sleep, now and from now on. Idempotent.
  void ask() EXCLUDES_LOCK(mutex_) {
    {
      const MutexLock lock(mutex_);
      asked_ = true;
    }
    changed_.notify_all();
  }
  bool asked() const EXCLUDES_LOCK(mutex_) {
    const MutexLock lock(mutex_);
    return asked_;
  }

  // These two return true at the end of the time, and false as soon as the thread has to end.
  bool sleep_until(std::chrono::steady_clock::time_point end) const EXCLUDES_LOCK(mutex_) {
    const MutexLock lock(mutex_);
    while (!asked_ && changed_.wait_until(mutex_, end)) continue;
    return !asked_;
  }
  bool sleep_for(std::chrono::steady_clock::duration length) const EXCLUDES_LOCK(mutex_) {
    return sleep_until(std::chrono::steady_clock::now() + length);
  }

 private:
  mutable Mutex mutex_;
  mutable Condition changed_;
  bool asked_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign
