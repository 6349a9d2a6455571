#include "core/machine/threads/fair_permits.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace countersign::fair_permits_test {

using namespace std::chrono_literals;

const ClientKey kFlood("svck_flood");
const ClientKey kOther("svck_other");

// Threads that wait for the only place, and the order in which they get it.
class Bench {
 public:
  explicit Bench(FairPermits::Limits limits) : places(1, limits) {}

  // Starts a thread that takes a place for the client. Returns once it waits.
  void wait(const ClientKey& client, char name) {
    const std::size_t before = places.waiting();
    threads_.emplace_back([this, client, name] {
      if (!places.take(client, std::nullopt)) return;
      order_ += name;  // guarded by the place, which one thread has at a time
      places.give_back(client);
    });
    while (places.waiting() == before) std::this_thread::yield();
  }
  std::string finish() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    return order_;
  }

  FairPermits places;

 private:
  std::string order_;
  std::vector<std::thread> threads_;
};

TEST_CASE("a place that is given back goes to the client whose turn it is") {
  Bench bench({.each_client = 8, .all = 16});
  REQUIRE(bench.places.take(kFlood, 0ms));
  for (int i = 0; i < 4; ++i) bench.wait(kFlood, 'f');
  bench.wait(kOther, 'o');
  CHECK(bench.places.taken() == 1);
  bench.places.give_back(kFlood);
  CHECK(bench.finish() == "fofff");
  CHECK(bench.places.taken() == 0);
}

TEST_CASE("a caller that finds no room to wait is turned away at once, and others still wait") {
  Bench bench({.each_client = 2, .all = 3});
  REQUIRE(bench.places.take(kFlood, 0ms));
  for (int i = 0; i < 2; ++i) bench.wait(kFlood, 'f');
  CHECK_FALSE(bench.places.take(kFlood, std::nullopt));
  bench.wait(kOther, 'o');
  CHECK_FALSE(bench.places.take(ClientKey("svck_third"), std::nullopt));  // the limit of all
  bench.places.give_back(kFlood);
  CHECK(bench.finish() == "fof");
}

TEST_CASE("a caller that gives up leaves the line, and the place is not lost") {
  FairPermits places(1, {.each_client = 8, .all = 8});
  REQUIRE(places.take(kFlood, 0ms));
  CHECK_FALSE(places.take(kOther, 1ms));
  CHECK(places.waiting() == 0);
  places.give_back(kFlood);
  CHECK(places.take(kOther, 0ms));
  CHECK(places.taken() == 1);
}

TEST_CASE("places that are stopped wake those who wait, with nothing") {
  Bench bench({.each_client = 8, .all = 8});
  REQUIRE(bench.places.take(kFlood, 0ms));
  bench.wait(kOther, 'o');
  bench.places.stop();
  CHECK(bench.finish().empty());
  bench.places.give_back(kFlood);
  CHECK_FALSE(bench.places.take(kFlood, std::nullopt));
}

TEST_CASE("a client that takes all it can leaves as many places to the others") {
  struct Row {
    std::size_t held;
    std::size_t free;
    bool may;
  };
  for (const Row& row : {Row{0, 0, false},
                         Row{0, 1, true},
                         Row{0, 2, true},
                         Row{1, 1, false},
                         Row{1, 2, false},
                         Row{1, 3, true},
                         Row{2, 2, false},
                         Row{2, 4, true},
                         Row{9, 10, false},
                         Row{9, 11, true}}) {
    CAPTURE(row.held);
    CAPTURE(row.free);
    CHECK(leaves_room(row.held, row.free) == row.may);
  }
}

TEST_CASE("a client whose work takes long does not make another client wait for its end") {
  FairPermits places(4, {.each_client = 8, .all = 8}, FairPermits::Shared::HalfForOthers);
  REQUIRE(places.take(kFlood, 0ms));
  REQUIRE(places.take(kFlood, 0ms));
  CHECK_FALSE(places.take(kFlood, 1ms));  // half are free, but for other clients
  CHECK(places.take(kOther, 0ms));
  CHECK(places.take(ClientKey("svck_third"), 0ms));
  CHECK(places.taken() == 4);
  places.give_back(kOther);
  CHECK_FALSE(places.take(kFlood, 1ms));
  CHECK(places.take(kOther, 0ms));
}

TEST_CASE("a client with slow work that may need nearly all places leaves one to the others") {
  FairPermits places(3, {.each_client = 8, .all = 8}, FairPermits::Shared::OneForOthers);
  REQUIRE(places.take(kFlood, 0ms));
  REQUIRE(places.take(kFlood, 0ms));
  CHECK_FALSE(places.take(kFlood, 1ms));
  CHECK(places.take(kOther, 0ms));
  CHECK_FALSE(places.take(kOther, 1ms));
  places.give_back(kFlood);
  CHECK_FALSE(places.take(kOther, 1ms));  // kOther has one, and this is the last
  CHECK(places.take(ClientKey("svck_third"), 0ms));
}

TEST_CASE("the only place there is goes to anybody") {
  FairPermits places(1, {.each_client = 8, .all = 8}, FairPermits::Shared::OneForOthers);
  REQUIRE(places.take(kFlood, 0ms));
  CHECK_FALSE(places.take(kOther, 1ms));
  places.give_back(kFlood);
  CHECK(places.take(kFlood, 0ms));
}

TEST_CASE("a waiting caller gets a place as soon as the client may have one more") {
  FairPermits places(4, {.each_client = 8, .all = 8}, FairPermits::Shared::HalfForOthers);
  REQUIRE(places.take(kFlood, 0ms));
  REQUIRE(places.take(kFlood, 0ms));
  bool got = false;
  std::thread waiter([&] { got = places.take(kFlood, std::nullopt); });
  while (places.waiting() == 0) std::this_thread::yield();
  places.give_back(kFlood);
  waiter.join();
  CHECK(got);
  CHECK(places.taken() == 2);
}

TEST_CASE(
    "permits that are added go to those who wait, and those that are taken away are kept out") {
  FairPermits places(1, {.each_client = 8, .all = 8});
  REQUIRE(places.take(kFlood, 0ms));
  bool got = false;
  std::thread waiter([&] { got = places.take(kOther, std::nullopt); });
  while (places.waiting() == 0) std::this_thread::yield();
  places.resize(2);
  waiter.join();
  CHECK(got);
  places.resize(0);
  places.give_back(kFlood);
  CHECK_FALSE(places.take(kFlood, 1ms));
  CHECK(places.taken() == 1);
  places.resize(2);
  CHECK(places.take(kFlood, 0ms));
}

}  // namespace countersign::fair_permits_test
