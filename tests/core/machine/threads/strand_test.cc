#include "core/machine/threads/strand.h"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <new>
#include <thread>
#include <vector>

namespace countersign::http::strand_test {

TEST_CASE("jobs of a strand run in order and never two at a time") {
  std::vector<int> order;
  std::atomic<int> running{0};
  std::atomic<bool> overlapped{false};
  {
    FairPool pool(3, {.each_client = 100, .all = 100});
    std::promise<void> done;
    const auto strand = std::make_shared<Strand>(pool, ClientKey());
    for (int i = 0; i < 500; ++i) {
      REQUIRE(strand->post([&, i] {
        if (running.fetch_add(1) != 0) overlapped = true;
        order.push_back(i);
        running.fetch_sub(1);
      }));
    }
    REQUIRE(strand->post([&] { done.set_value(); }));
    done.get_future().wait();
  }
  CHECK_FALSE(overlapped);
  REQUIRE(order.size() == 500);
  for (int i = 0; i < 500; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a job that the full pool does not take is not run later either") {
  std::atomic<int> ran{0};
  {
    FairPool pool(1, {.each_client = 1, .all = 1});
    std::promise<void> gate;
    std::shared_future<void> opened(gate.get_future());
    std::promise<void> started;
    REQUIRE(pool.submit([&, opened] {
      started.set_value();
      opened.wait();
    }));
    started.get_future().wait();
    REQUIRE(pool.submit([] {}));  // now the queue is full
    const auto strand = std::make_shared<Strand>(pool, ClientKey());
    CHECK_FALSE(strand->post([&] { ran += 100; }));
    gate.set_value();
    std::promise<void> done;
    while (!strand->post([&] {
      ++ran;
      done.set_value();
    })) {
      std::this_thread::yield();
    }
    done.get_future().wait();
  }
  CHECK(ran == 1);
}

TEST_CASE("strands of one pool take turns") {
  FairPool pool(1, {.each_client = 100, .all = 100});
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  const auto busy = std::make_shared<Strand>(pool, ClientKey());
  const auto other = std::make_shared<Strand>(pool, ClientKey());
  std::atomic<int> done_by_busy{0};
  std::promise<int> seen_by_other;
  REQUIRE(busy->post([opened] { opened.wait(); }));
  for (int i = 0; i < 1000; ++i) REQUIRE(busy->post([&] { ++done_by_busy; }));
  REQUIRE(other->post([&] { seen_by_other.set_value(done_by_busy); }));
  gate.set_value();
  CHECK(seen_by_other.get_future().get() < 20);
}

TEST_CASE("a job for which there is no memory does not hold up those behind it") {
  std::atomic<int> ran{0};
  {
    FairPool pool(1, {.each_client = 100, .all = 100});
    std::promise<void> done;
    const auto strand = std::make_shared<Strand>(pool, ClientKey());
    REQUIRE(strand->post([] { throw std::bad_alloc(); }));
    REQUIRE(strand->post([&] { ++ran; }));
    REQUIRE(strand->post([&] { done.set_value(); }));
    done.get_future().wait();
    REQUIRE(pool.submit([&] { ++ran; }));
  }
  CHECK(ran == 2);
}

}  // namespace countersign::http::strand_test
