#include "tools/server/pulse.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>

namespace countersign::pulse_test {

TEST_CASE("a pulse is told while the work is done, and not when it is not") {
  std::atomic<int> rounds{0};
  std::atomic<int> told{0};
  std::promise<void> sixth;
  {
    const Pulse pulse(
        std::chrono::milliseconds(1),
        [&] {
          const int round = ++rounds;
          if (round == 6) sixth.set_value();
          return round % 2 == 0;
        },
        [&] { ++told; });
    sixth.get_future().wait();
  }
  CHECK(told == rounds / 2);
}

TEST_CASE("a pulse whose work does not return tells nothing, and ends when the work does") {
  std::promise<void> begun;
  std::promise<void> may_end;
  std::atomic<int> told{0};
  std::atomic<bool> is_first{true};
  {
    const Pulse pulse(
        std::chrono::milliseconds(1),
        [&] {
          if (!is_first.exchange(false)) return false;
          begun.set_value();
          may_end.get_future().wait();
          return false;
        },
        [&] { ++told; });
    begun.get_future().wait();
    CHECK(told == 0);
    may_end.set_value();
  }
  CHECK(told == 0);
}

}  // namespace countersign::pulse_test
