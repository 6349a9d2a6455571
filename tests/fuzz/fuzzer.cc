// The entry points of libFuzzer, https://llvm.org/docs/LibFuzzer.html; runs the program's one
// target, within the target's limits.
#include <algorithm>
#include <string>
#include <vector>

#include "core/check.h"
#include "tests/fuzz/target.h"

namespace {

using countersign::fuzz::Target;
using countersign::fuzz::TargetLimits;

const Target& the_target() {
  const auto& targets = Target::all();
  countersign::check(targets.size() == 1, "a fuzzer has exactly one target");
  return targets.front();
}

// The options of libFuzzer that set the limits.
std::vector<std::string> options_of(const TargetLimits& limits) {
  return {"-malloc_limit_mb=" + std::to_string(limits.allocation_mb),
          "-rss_limit_mb=" + std::to_string(limits.memory_mb),
          "-timeout=" + std::to_string(limits.seconds)};
}

}  // namespace

// Adds the target's limits to the command line, but for those that it has.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static std::vector<std::string> texts = options_of(the_target().limits());
  static std::vector<char*> line(*argv, *argv + *argc);
  for (std::string& text : texts) {
    const std::string name = text.substr(0, text.find('=') + 1);
    const bool given = std::ranges::any_of(
        line, [&](const char* each) { return std::string(each).starts_with(name); });
    if (!given) line.push_back(text.data());
  }
  *argc = static_cast<int>(line.size());
  line.push_back(nullptr);
  *argv = line.data();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  the_target().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
