#include "core/machine/threads/fair_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <string>

namespace countersign::fair_pool_test {

constexpr std::chrono::seconds kPatience{60};

const ClientKey kFlood("svck_flood");
const ClientKey kOther("svck_other");

// A pool whose only thread is blocked until finish(), and the order in which its jobs ran.
class Bench {
 public:
  explicit Bench(FairPool::Limits limits) : pool_(1, limits) {
    auto entered = std::make_shared<std::promise<void>>();
    REQUIRE(pool_.submit([entered, gate = released_] {
      entered->set_value();
      gate.wait();
    }));
    REQUIRE(entered->get_future().wait_for(kPatience) == std::future_status::ready);
  }

  bool submit(const ClientKey& client, char name) {
    return pool_.submit(client, [this, name] { order_ += name; });
  }
  std::size_t queued() const { return pool_.queued(); }
  FairPool& pool() { return pool_; }
  // Unblocks the thread, waits until all jobs have run, and returns their order.
  std::string finish() {
    release_.set_value();
    pool_.stop();
    return order_;
  }

 private:
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  std::string order_;
  FairPool pool_;
};

TEST_CASE("a job for which there is no memory ends alone, and the pool goes on") {
  std::atomic<int> ran = 0;
  {
    FairPool pool(1, {.each_client = 8, .all = 8});
    REQUIRE(pool.submit([] { throw std::bad_alloc(); }));
    REQUIRE(pool.submit([&] { ++ran; }));
  }
  CHECK(ran == 1);
}

TEST_CASE("a client that floods a pool does not keep another client's job from its turn") {
  Bench bench({.each_client = 64, .all = 512});
  for (int i = 0; i < 64; ++i) REQUIRE(bench.submit(kFlood, 'f'));
  CHECK_FALSE(bench.submit(kFlood, 'f'));
  CHECK(bench.submit(kOther, 'o'));
  CHECK(bench.queued() == 65);
  CHECK(bench.finish().substr(0, 3) == "fof");
}

TEST_CASE("every job that a fair pool has taken runs, also those queued at the end") {
  std::atomic<int> ran = 0;
  {
    FairPool pool(3, {.each_client = 1000, .all = 1000});
    for (int i = 0; i < 500; ++i)
      REQUIRE(pool.submit(i % 2 == 0 ? kFlood : kOther, [&] { ++ran; }));
  }
  CHECK(ran == 500);
}

TEST_CASE("a fair pool that was stopped takes nothing, of nobody") {
  Bench bench({.each_client = 4, .all = 4});
  CHECK(bench.submit(kFlood, 'f'));
  CHECK(bench.finish() == "f");
  CHECK_FALSE(bench.submit(kOther, 'o'));
  CHECK_FALSE(bench.pool().submit([] {}));
}

TEST_CASE("a job that an idle thread takes at once needs no room in the queue") {
  FairPool pool(2, {.each_client = 1, .all = 1});
  for (int round = 0; round < 200; ++round) {
    std::promise<void> first;
    std::promise<void> second;
    // Both threads may still be busy with the last round; submit until each job is accepted.
    while (!pool.submit(kFlood, [&] { first.set_value(); })) std::this_thread::yield();
    while (!pool.submit(kFlood, [&] { second.set_value(); })) std::this_thread::yield();
    REQUIRE(first.get_future().wait_for(kPatience) == std::future_status::ready);
    REQUIRE(second.get_future().wait_for(kPatience) == std::future_status::ready);
  }
}

TEST_CASE("long jobs of one client leave threads to the next client's") {
  FairPool pool(4, {.each_client = 64, .all = 512}, FairPool::Threads::HalfForOthers);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> begun = 0;
  for (int i = 0; i < 16; ++i) {
    REQUIRE(pool.submit(kFlood, [&] {
      ++begun;
      released.wait();
    }));
  }
  // This job completes while the other client's jobs hold all threads that they may.
  std::promise<void> done;
  REQUIRE(pool.submit(kOther, [&] { done.set_value(); }));
  CHECK(done.get_future().wait_for(kPatience) == std::future_status::ready);
  CHECK(begun <= 2);
  release.set_value();
  pool.stop();
  CHECK(begun == 16);
}

// A pool whose jobs take time on a clock of the test, and the order in which they ran.
class SlowBench {
 public:
  SlowBench(std::size_t threads, FairPool::Limits limits)
      : pool_(threads, limits, FairPool::Threads::HalfForOthers, [this] {
          return FairPool::Time(std::chrono::milliseconds(now_ms_.load()));
        }) {}

  bool submit(const std::string& party, int took_ms) {
    return pool_.submit(kFlood, party, [this, party, took_ms] {
      now_ms_ += took_ms;
      const std::lock_guard lock(mutex_);
      order_ += party;
    });
  }
  // A job that runs until the promise is kept.
  std::future<void> hold(const std::string& party, std::promise<void>& release, int took_ms = 0) {
    auto entered = std::make_shared<std::promise<void>>();
    auto begun = entered->get_future();
    REQUIRE(
        pool_.submit(kFlood, party, [this, entered, took_ms, gate = release.get_future().share()] {
          entered->set_value();
          gate.wait();
          now_ms_ += took_ms;
        }));
    return begun;
  }
  // Returns when the jobs that a client alone may run at once, here two, have made room for others.
  void wait_for_room() {
    std::promise<void> release_y;
    std::promise<void> release_z;
    auto of_y = hold("y", release_y);
    auto of_z = hold("z", release_z);
    REQUIRE(of_y.wait_for(kPatience) == std::future_status::ready);
    REQUIRE(of_z.wait_for(kPatience) == std::future_status::ready);
    release_y.set_value();
    release_z.set_value();
  }
  FairPool& pool() { return pool_; }
  std::string finish() {
    pool_.stop();
    return order_;
  }

 private:
  std::atomic<int> now_ms_ = 1;
  std::mutex mutex_;
  std::string order_;
  FairPool pool_;
};

TEST_CASE("devices of one client with slow pictures let its other devices have their turns") {
  // Two threads, of which a client alone has one: the order is that of the turns.
  SlowBench bench(2, {.each_client = 64, .all = 512, .each_party = 8});
  std::promise<void> release;
  REQUIRE(bench.hold("x", release).wait_for(kPatience) == std::future_status::ready);
  for (const char* slow : {"a", "b", "c"}) REQUIRE(bench.submit(slow, 10'000));
  for (const char* slow : {"a", "b", "c"}) REQUIRE(bench.submit(slow, 10'000));
  for (int i = 0; i < 3; ++i) REQUIRE(bench.submit("q", 300));
  release.set_value();
  // Each has its first turn, and then the one that is quick has all of its own.
  CHECK(bench.finish() == "abcqqqabc");
}

TEST_CASE("a party fills its own part of the line, and leaves room to the client's others") {
  SlowBench bench(2, {.each_client = 64, .all = 512, .each_party = 8});
  std::promise<void> release;
  REQUIRE(bench.hold("x", release).wait_for(kPatience) == std::future_status::ready);
  for (int i = 0; i < 8; ++i) REQUIRE(bench.submit("a", 1));
  CHECK_FALSE(bench.submit("a", 1));
  CHECK(bench.submit("b", 1));
  release.set_value();
  CHECK(bench.finish() == "abaaaaaaa");
}

TEST_CASE("a client's parties that are slow leave one of its places to the quick ones") {
  // A client alone has two of four threads.
  SlowBench bench(4, {.each_client = 64, .all = 512, .each_party = 8});
  std::promise<void> first;
  std::promise<void> second;
  REQUIRE(bench.submit("q", 300));
  // They are known to be slow from now on.
  auto of_a = bench.hold("a", first, 10'000);
  auto of_b = bench.hold("b", second, 10'000);
  REQUIRE(of_a.wait_for(kPatience) == std::future_status::ready);
  REQUIRE(of_b.wait_for(kPatience) == std::future_status::ready);
  first.set_value();
  second.set_value();
  bench.wait_for_room();
  std::promise<void> again;
  std::promise<void> never_beside;
  auto slow = bench.hold("a", again);
  REQUIRE(slow.wait_for(kPatience) == std::future_status::ready);
  auto other_slow = bench.hold("b", never_beside);
  std::promise<void> quick;
  REQUIRE(bench.pool().submit(kFlood, "q", [&] { quick.set_value(); }));
  CHECK(quick.get_future().wait_for(kPatience) == std::future_status::ready);
  CHECK(other_slow.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  again.set_value();
  CHECK(other_slow.wait_for(kPatience) == std::future_status::ready);
  never_beside.set_value();
  bench.finish();
}

TEST_CASE(
    "of one client, no more jobs run at a time than the pool lets, and the rest have their turn") {
  FairPool pool(
      8, {.each_client = 64, .all = 512, .each_running = 2}, FairPool::Threads::HalfForOthers);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::atomic<int> ended = 0;
  const auto job = [&] {
    const int now = ++running;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    released.wait();
    --running;
    ++ended;
  };
  for (int i = 0; i < 16; ++i) REQUIRE(pool.submit(kFlood, job));
  std::promise<void> done;
  REQUIRE(pool.submit(kOther, [&] { done.set_value(); }));
  CHECK(done.get_future().wait_for(kPatience) == std::future_status::ready);
  while (most < 2) std::this_thread::yield();
  release.set_value();
  pool.stop();
  CHECK(ended == 16);
  CHECK(most == 2);
}

}  // namespace countersign::fair_pool_test
