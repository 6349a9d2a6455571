#pragma once
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace countersign::bench {

// The whole number that an argument is. If the argument is not a whole number, says so and ends the
// program with status 2.
inline std::uint64_t whole_number(std::string_view argument) {
  std::uint64_t number = 0;
  const char* const end = argument.data() + argument.size();
  const auto parsed = std::from_chars(argument.data(), end, number);
  if (argument.empty() || parsed.ec != std::errc{} || parsed.ptr != end) {
    std::fputs("a number among the arguments is not a whole number\n", stderr);
    std::exit(2);
  }
  return number;
}

}  // namespace countersign::bench
