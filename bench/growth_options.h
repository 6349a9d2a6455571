#pragma once
#include <cstdint>

namespace countersign::bench {

// The options of growth_bench, whose first comment says what they are.
struct GrowthOptions {
  std::uint64_t sessions = 100'000;
  std::uint64_t base = 10'000;
  std::uint64_t on_disk = 1'000;
  std::uint64_t due = 200;
  std::uint64_t rounds = 5;
  std::uint64_t calls = 200;
  bool copies = true;
  bool drop_caches = false;
  bool strict = false;
};

// Says what is wrong with the arguments and ends the program, if anything is.
GrowthOptions growth_options(int argc, char** argv);

}  // namespace countersign::bench
