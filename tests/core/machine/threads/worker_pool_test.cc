#include "core/machine/threads/worker_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <new>
#include <vector>

namespace countersign::worker_pool_test {

constexpr std::chrono::seconds kPatience{20};

// A job that holds its thread until it is released.
class Gate {
 public:
  WorkerPool::Job job() {
    return [this] {
      entered_.set_value();
      released_.wait();
    };
  }
  bool wait_until_entered() {
    return entered_.get_future().wait_for(kPatience) == std::future_status::ready;
  }
  void release() { release_.set_value(); }

 private:
  std::promise<void> entered_;
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
};

TEST_CASE("every job that was taken runs, also those queued at the end") {
  std::atomic<int> ran = 0;
  {
    WorkerPool pool(3, 1000);
    for (int i = 0; i < 500; ++i) REQUIRE(pool.submit([&] { ++ran; }));
  }
  CHECK(ran == 500);
}

TEST_CASE("a full queue refuses at once, and takes again when there is room") {
  Gate gate;
  std::atomic<int> ran = 0;
  std::promise<void> drained;
  WorkerPool pool(1, 2);
  REQUIRE(pool.submit(gate.job()));
  REQUIRE(gate.wait_until_entered());
  CHECK(pool.submit([&] { ++ran; }));
  CHECK(pool.submit([&] {
    ++ran;
    drained.set_value();
  }));
  CHECK(pool.queued() == 2);
  CHECK_FALSE(pool.submit([&] { ++ran; }));
  CHECK_FALSE(pool.submit([&] { ++ran; }));
  gate.release();
  REQUIRE(drained.get_future().wait_for(kPatience) == std::future_status::ready);
  CHECK(pool.submit([&] { ++ran; }));
}

TEST_CASE("a queue of none takes no more jobs than there are threads") {
  Gate first;
  Gate second;
  WorkerPool pool(2, 0);
  const auto submit_to_idle_thread = [&](Gate& gate) {
    // A thread may not be waiting for work yet.
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (!pool.submit(gate.job())) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::yield();
    }
    return gate.wait_until_entered();
  };
  REQUIRE(submit_to_idle_thread(first));
  REQUIRE(submit_to_idle_thread(second));
  CHECK_FALSE(pool.submit([] {}));
  first.release();
  second.release();
}

TEST_CASE("jobs run at the same time on different threads") {
  Gate first;
  Gate second;
  WorkerPool pool(2, 4);
  REQUIRE(pool.submit(first.job()));
  REQUIRE(pool.submit(second.job()));
  CHECK(first.wait_until_entered());
  CHECK(second.wait_until_entered());
  first.release();
  second.release();
}

TEST_CASE("a job's captures are released when the job has run") {
  auto captured = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = captured;
  {
    WorkerPool pool(1, 4);
    REQUIRE(pool.submit([held = std::move(captured)] { CHECK(*held == 1); }));
  }
  CHECK(watch.expired());
}

TEST_CASE("jobs of one thread start in the order of their submission") {
  std::vector<int> order;
  {
    WorkerPool pool(1, 100);
    for (int i = 0; i < 50; ++i) REQUIRE(pool.submit([&order, i] { order.push_back(i); }));
  }
  REQUIRE(order.size() == 50);
  for (int i = 0; i < 50; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a job for which there is no memory ends alone, and the pool goes on") {
  std::atomic<int> ran = 0;
  {
    WorkerPool pool(1, 8);
    REQUIRE(pool.submit([] { throw std::bad_alloc(); }));
    REQUIRE(pool.submit([&] { ++ran; }));
  }
  CHECK(ran == 1);
}

}  // namespace countersign::worker_pool_test
