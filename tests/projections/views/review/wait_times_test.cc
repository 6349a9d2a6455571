#include "projections/views/review/wait_times.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace countersign::wait_times_test {

TEST_CASE("a percentile of the waits is never too short, and a sixteenth too long at most") {
  // NOLINTNEXTLINE(cert-msc51-cpp): the same numbers in each run
  std::mt19937_64 random(7);
  for (const std::uint64_t count : {1, 2, 3, 20, 1000}) {
    WaitTimes times;
    std::vector<std::uint64_t> waits;
    for (std::uint64_t i = 0; i < count; ++i) {
      waits.push_back(random() >> (random() % 64));  // of all magnitudes
      times.add(waits.back());
    }
    std::ranges::sort(waits);
    for (const std::uint64_t hundredths : {0, 1, 50, 95, 100}) {
      CAPTURE(count);
      CAPTURE(hundredths);
      const std::uint64_t exact = waits[std::min(count - 1, count * hundredths / 100)];
      const auto told = times.percentile(hundredths);
      REQUIRE(told.has_value());
      CHECK(*told >= exact);
      CHECK(*told - exact <= exact / 16);
      CHECK(std::ranges::count(waits, *told) > 0);
    }
  }
}

TEST_CASE("the waits of several days add up to those of all days, in any order") {
  // NOLINTNEXTLINE(cert-msc51-cpp): the same numbers in each run
  std::mt19937_64 random(11);
  WaitTimes all;
  std::vector<WaitTimes> days(5);
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t wait = random() >> 30;
    all.add(wait);
    days[static_cast<std::size_t>(i) % days.size()].add(wait);
  }
  WaitTimes forward;
  for (const WaitTimes& day : days) forward.add(day);
  std::ranges::reverse(days);
  WaitTimes backward;
  for (const WaitTimes& day : days) backward.add(day);
  CHECK(forward == all);
  CHECK(backward == all);
  CHECK(WaitTimes().percentile(50) == std::nullopt);
}

}  // namespace countersign::wait_times_test
