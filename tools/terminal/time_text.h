#pragma once
#include <string>
#include <string_view>

#include "core/utc_time.h"

namespace countersign {

// `2026-11-21 05:00:00Z` for `2026-11-21T05:00:00.000123Z`; a text that is no such time as it is.
inline std::string to_the_second(std::string_view at) {
  constexpr std::size_t kDay = 10;
  constexpr std::size_t kSecond = 8;
  if (!parse_utc_time(at)) return std::string(at);
  std::string text(at.substr(0, kDay));
  return text.append(" ").append(at.substr(kDay + 1, kSecond)).append("Z");
}

}  // namespace countersign
