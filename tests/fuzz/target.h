#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// The frame of a fuzz target; tests/fuzz/README.md says how to add one.
namespace countersign::fuzz {

// The limits of one input of a target, with the sanitizers. The fuzzer reports an input that takes
// more as a fault: the cost of a stranger's input fits its size. The inputs of a fuzzer have few
// kilobytes, so most targets have the least that the fuzzer can measure.
struct TargetLimits {
  unsigned allocation_mb = 1;  // one block of memory
  unsigned memory_mb =
      800;  // the process, of which AddressSanitizer keeps up to 256 MB of freed blocks
  unsigned seconds = 10;  // of wall time, at the lowest priority
};

// One parser, or a few that belong together, and the properties that must hold for every input. A
// source file has one target, as a constant at namespace scope, which registers itself.
class Target {
 public:
  // Runs the parser and ends the process (core/check.h) if a property does not hold. `input` ends
  // where its block of memory ends, so that AddressSanitizer sees a read beyond it.
  using Run = void (*)(std::string_view input);

  Target(std::string_view name, Run parser, TargetLimits limits = {});

  // All targets of this program, in no particular order.
  static const std::vector<Target>& all();

  std::string_view name() const { return name_; }  // of its folder in tests/fuzz/corpus
  void run(std::string_view input) const { run_(input); }
  const TargetLimits& limits() const { return limits_; }

 private:
  std::string_view name_;
  Run run_;
  TargetLimits limits_;
};

// Draws sizes of pieces that depend on the input alone. A reader that gets the input whole and one
// that gets it in these pieces must agree.
class Pieces {
 public:
  Pieces(std::string_view input, std::size_t size_max);

  // The next piece, taken off the front of `rest`. REQUIRES: !rest.empty().
  std::string_view take(std::string_view& rest);

 private:
  std::uint64_t state_;
  const std::size_t size_max_;
};

// Takes the text up to the first `separator` off the front of `rest`, and drops the separator;
// takes all of it if there is none. For inputs that consist of several parts.
std::string_view take_until(std::string_view& rest, char separator);

// Takes bytes off the front of `rest`, most significant first; zeros if there are too few.
template <class Unsigned>
Unsigned take_number(std::string_view& rest) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    const auto byte = rest.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(rest.front());
    value = static_cast<Unsigned>((std::uint64_t{value} << 8) | byte);
    rest.remove_prefix(rest.empty() ? 0 : 1);
  }
  return value;
}

}  // namespace countersign::fuzz
