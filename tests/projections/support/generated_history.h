#pragma once
#include <doctest/doctest.h>

#include <cstdint>

#include "tests/projections/support/history.h"

// Random commands for the decider, and the histories that result.
namespace countersign {

inline constexpr std::uint32_t kHistories = 100;
inline constexpr std::uint64_t kQuota = 9;  // of every client, in sessions a month

// The same seed makes the same history.
History generate(std::uint32_t seed);

template <class Check>
void for_every_history(const Check& check_one) {
  for (std::uint32_t seed = 1; seed <= kHistories; ++seed) {
    CAPTURE(seed);
    History history = generate(seed);
    check_one(history);
  }
}

}  // namespace countersign
