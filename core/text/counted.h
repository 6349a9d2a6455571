#pragma once
#include <cstdint>
#include <string>
#include <string_view>

// Counts in the sentences of operators. Functions only; any thread.
namespace countersign {

// `1 file`, `4 files`: the thing with a plural in -s.
inline std::string counted(std::uint64_t count, std::string_view thing) {
  std::string text = std::to_string(count);
  text.append(" ").append(thing).append(count == 1 ? "" : "s");
  return text;
}

// The word that agrees with the count, such as `is` with 1 and `are` with every other.
constexpr std::string_view agreeing(std::uint64_t count,
                                    std::string_view one,
                                    std::string_view many) {
  return count == 1 ? one : many;
}

}  // namespace countersign
