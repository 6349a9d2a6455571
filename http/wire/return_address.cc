#include "http/wire/return_address.h"

#include <algorithm>

#include "http/wire/cors.h"

namespace countersign::http {

bool is_return_address(std::string_view text) {
  constexpr std::string_view kForeign = "\"<>\\^`{|}";
  const bool sound = std::ranges::all_of(text, [&](char c) {
    return c > ' ' && c < '\x7f' && kForeign.find(c) == std::string_view::npos;
  });
  const std::size_t scheme_end = text.find("://");
  if (!sound || scheme_end == std::string_view::npos) return false;
  const std::size_t host_end = text.find_first_of("/?#", scheme_end + 3);
  return normalised_origin(text.substr(0, host_end)).has_value();
}

}  // namespace countersign::http
