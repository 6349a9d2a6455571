// The entry point of libFuzzer, https://llvm.org/docs/LibFuzzer.html; runs the program's one
// target.
#include "core/check.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto& targets = countersign::fuzz::Target::all();
  countersign::check(targets.size() == 1, "a fuzzer has exactly one target");
  targets.front().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
