#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

namespace countersign::tests {

// Far above what any operation here takes; only a failing test waits that long.
inline constexpr std::chrono::minutes kLongEnough{2};

// Waits until the condition holds; otherwise the test fails.
template <class Condition>
void wait_until(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (!condition()) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace countersign::tests
