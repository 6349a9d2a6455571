#pragma once
#include <chrono>
#include <cstddef>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign::http {

// How many loops have answered a question whether they still work. Thread-safe; shared by the one
// who asks and the loops, each of which may answer long after the asker has gone.
class Knocks {
 public:
  void answer() EXCLUDES_LOCK(mutex_) {
    {
      const MutexLock lock(mutex_);
      ++answers_;
    }
    answered_.notify_all();
  }

  // Returns whether so many loops have answered within `limit`.
  bool wait_for(std::size_t loops, std::chrono::milliseconds limit) EXCLUDES_LOCK(mutex_) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const MutexLock lock(mutex_);
    while (answers_ < loops) {
      if (!answered_.wait_until(mutex_, end)) return answers_ >= loops;
    }
    return true;
  }

 private:
  Mutex mutex_;
  Condition answered_;
  std::size_t answers_ GUARDED_BY(mutex_) = 0;
};

}  // namespace countersign::http
