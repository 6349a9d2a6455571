#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "core/machine/threads/lock_annotations.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// A std::condition_variable for a Mutex, at no cost beyond it.
//
// Any wait may end without a reason, so the caller waits in a loop that tests the condition. The
// waits take no predicate: clang checks the locks in a loop, but not the locks in a lambda that
// another function calls.
class Condition {
 public:
  Condition() = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  // Lets go of the mutex while it waits, and holds it again when it returns.
  void wait(Mutex& mutex) REQUIRES_LOCK(mutex) {
    Held held(mutex);
    native_.wait(held.lock);
  }
  // The same, until `end` at most. Returns false if the time is over.
  bool wait_until(Mutex& mutex, std::chrono::steady_clock::time_point end) REQUIRES_LOCK(mutex) {
    Held held(mutex);
    return native_.wait_until(held.lock, end) == std::cv_status::no_timeout;
  }

  void notify_one() noexcept { native_.notify_one(); }
  void notify_all() noexcept { native_.notify_all(); }

 private:
  // The lock in the form that std::condition_variable needs. The caller owns it before and
  // afterwards.
  struct Held {
    explicit Held(Mutex& mutex) : lock(mutex.native_, std::adopt_lock) {}
    ~Held() { lock.release(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    std::unique_lock<std::mutex> lock;
  };

  std::condition_variable native_;
};

}  // namespace countersign
