#include "http/review/sessions/one_cookie.h"

#include <algorithm>

#include "http/wire/header_parameters.h"

namespace countersign::http {

std::optional<std::string_view> one_cookie(const Headers& headers, std::string_view name) {
  std::optional<std::string_view> value;
  for (const Headers::Field& field : headers) {
    if (field.name != "cookie") continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view pair = trimmed(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::size_t equals = pair.find('=');
      if (equals == std::string_view::npos || pair.substr(0, equals) != name) continue;
      if (value) return std::nullopt;
      value = pair.substr(equals + 1);
    }
  }
  return value;
}

}  // namespace countersign::http
