#include "core/machine/threads/fair_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <string>

namespace countersign {
namespace {

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

}  // namespace

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

}  // namespace countersign
