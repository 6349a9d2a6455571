#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/checks/checks.h"

namespace countersign {

// Some of the checks.
class CheckSet {
 public:
  template <std::same_as<Check>... Checks>
  constexpr CheckSet(Checks... checks) : bits_((std::uint64_t{0} | ... | bit(checks))) {}

  constexpr bool contains(Check check) const { return (bits_ & bit(check)) != 0; }
  // False for a name that is not a check's, such as a name that a newer release wrote.
  constexpr bool contains(std::string_view name) const {
    const auto check = parse_name<Check>(name);
    return check && contains(*check);
  }

 private:
  static constexpr std::uint64_t bit(Check check) {
    return std::uint64_t{1} << static_cast<std::size_t>(check);
  }

  std::uint64_t bits_;
};
static_assert(kChecks.size() <= 64, "a set has a bit for each check");

}  // namespace countersign
