#include "core/machine/threads/fair_mutex.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace countersign::fair_mutex_test {

TEST_CASE("a mutex that nobody holds is taken without a question") {
  FairMutex mutex;
  if (!mutex.lock_unless(GivenUp([] { return true; }))) {
    FAIL_CHECK("it was free");
    return;
  }
  mutex.unlock();
  if (!mutex.lock_unless(GivenUp())) {
    FAIL_CHECK("it was free");
    return;
  }
  { const FairMutexLock taken(mutex, FairMutexLock::Taken{}); }
  mutex.lock();
  mutex.unlock();
}

TEST_CASE("work that is given up does not get a mutex that another thread holds") {
  FairMutex mutex;
  mutex.lock();
  std::atomic<int> got{-1};
  std::thread waiting([&] { got = mutex.lock_unless(GivenUp([] { return true; })) ? 1 : 0; });
  waiting.join();  // while the mutex is held
  CHECK(got == 0);
  mutex.unlock();
  mutex.lock();  // the place that was left keeps nobody out
  mutex.unlock();
}

TEST_CASE("work that waits gets the mutex in its turn, and those that left are passed over") {
  FairMutex mutex;
  mutex.lock();
  std::vector<int> order;  // guarded by the mutex
  std::atomic<int> questions{0};
  std::atomic<bool> leave{false};
  const auto asked = [&](bool leaves) {
    return GivenUp([&, leaves] {
      ++questions;
      return leaves && leave;
    });
  };
  // Each begins to wait behind the one before.
  const auto wait_for_another = [&](int before) {
    while (questions == before) std::this_thread::yield();
  };
  std::thread first([&] { CHECK_FALSE(mutex.lock_unless(asked(true))); });
  wait_for_another(0);
  leave = true;
  first.join();
  const int before = questions;
  std::thread second([&] {
    if (!mutex.lock_unless(asked(false))) {
      FAIL_CHECK("it was not given up");
      return;
    }
    order.push_back(2);
    mutex.unlock();
  });
  wait_for_another(before);
  std::thread third([&] {
    mutex.lock();
    order.push_back(3);
    mutex.unlock();
  });
  mutex.unlock();
  second.join();
  third.join();
  CHECK(order.size() == 2);
  mutex.lock();
  mutex.unlock();
}

}  // namespace countersign::fair_mutex_test
