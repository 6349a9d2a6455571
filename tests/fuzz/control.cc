// Takes what its input says, so that `./dev fuzz` can show that the limits of a target bite.
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "core/check.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

constexpr TargetLimits kLimits{.allocation_mb = 2, .memory_mb = 300, .seconds = 10};
constexpr std::size_t kMegabyte = 1 << 20;
// Many times what each limit lets through; a limit that does not bite shows as a success.
constexpr std::chrono::seconds kLong{100};

void spin(std::chrono::seconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

std::unique_ptr<char[]> block_of(std::size_t bytes) {
  auto block = std::make_unique<char[]>(bytes);
  std::memset(block.get(), 1, bytes);
  return block;
}

void run(std::string_view input) {
  if (input == "within") {
    check(block_of(kMegabyte)[0] == 1, "a block that is within the limit is there");
  } else if (input == "block") {
    check(block_of(3 * kMegabyte)[0] == 1, "a block is what was written to it");
  } else if (input == "memory") {
    std::vector<std::unique_ptr<char[]>> blocks;
    while (blocks.size() < kLimits.memory_mb) blocks.push_back(block_of(kMegabyte));
    spin(kLong);
  } else if (input == "time") {
    spin(kLong);
  }
}

const Target kTarget("control", run, kLimits);

}  // namespace
}  // namespace countersign::fuzz
