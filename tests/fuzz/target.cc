#include "tests/fuzz/target.h"

#include <algorithm>

namespace countersign::fuzz {
namespace {

std::vector<Target>& registered() {
  static std::vector<Target> targets;
  return targets;
}

}  // namespace

Target::Target(std::string_view name, Run parser, TargetLimits limits)
    : name_(name), run_(parser), limits_(limits) {
  registered().push_back(*this);
}

const std::vector<Target>& Target::all() { return registered(); }

Pieces::Pieces(std::string_view input, std::size_t size_max)
    : state_(14695981039346656037ull), size_max_(size_max) {
  for (const char c : input) {  // FNV-1a, 64 bits
    state_ = (state_ ^ static_cast<std::uint8_t>(c)) * 1099511628211ull;
  }
}

std::string_view Pieces::take(std::string_view& rest) {
  state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;  // Knuth's MMIX
  const std::size_t size = std::min<std::size_t>(1 + (state_ >> 33) % size_max_, rest.size());
  const std::string_view piece = rest.substr(0, size);
  rest.remove_prefix(size);
  return piece;
}

std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

}  // namespace countersign::fuzz
