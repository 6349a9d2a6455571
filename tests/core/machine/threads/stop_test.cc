#include "core/machine/threads/stop.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace countersign::stop_test {

using Steady = std::chrono::steady_clock;
using std::chrono::hours;
using std::chrono::milliseconds;

TEST_CASE("a sleep that nobody stops lasts to its end") {
  const Stop stop;
  const auto begun = Steady::now();
  CHECK(stop.sleep_for(milliseconds(20)));
  CHECK(Steady::now() - begun >= milliseconds(20));
  CHECK(stop.sleep_until(begun));  // the time is over already
  CHECK(stop.sleep_for(milliseconds(0)));
  CHECK_FALSE(stop.asked());
}

TEST_CASE("after a stop nothing sleeps, not even for no time") {
  Stop stop;
  stop.ask();
  stop.ask();
  CHECK(stop.asked());
  CHECK_FALSE(stop.sleep_for(hours(1)));
  CHECK_FALSE(stop.sleep_until(Steady::now() + hours(1)));
  CHECK_FALSE(stop.sleep_for(milliseconds(0)));
}

TEST_CASE("a stop wakes every thread that sleeps") {
  Stop stop;
  std::atomic<int> asleep = 0;
  std::atomic<int> stopped = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      ++asleep;
      if (!stop.sleep_for(hours(1))) ++stopped;
    });
  }
  while (asleep < 4) std::this_thread::yield();
  stop.ask();
  for (std::thread& thread : threads) thread.join();
  CHECK(stopped == 4);
}

TEST_CASE("a thread that works between its sleeps ends with its round") {
  Stop stop;
  std::atomic<int> rounds = 0;
  std::thread thread([&] {
    while (stop.sleep_for(milliseconds(1))) ++rounds;
  });
  while (rounds < 3) std::this_thread::yield();
  stop.ask();
  thread.join();
  const int at_the_end = rounds;
  CHECK(at_the_end >= 3);
}

}  // namespace countersign::stop_test
