#include "http/wire/entity_tag.h"

#include <algorithm>

#include "http/wire/header_parameters.h"

namespace countersign::http {

std::string entity_tag(const Digest& digest) { return "\"" + to_hex(digest) + "\""; }

bool none_match_names(std::optional<std::string_view> if_none_match, std::string_view tag) {
  if (!if_none_match) return false;
  std::string_view rest = trimmed(*if_none_match);
  if (rest == "*") return true;
  while (!rest.empty()) {
    // This server's tags contain no comma, so an element with a comma is not one of them.
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view element = trimmed(rest.substr(0, end));
    if (element.starts_with("W/")) element.remove_prefix(2);
    if (element == tag) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace countersign::http
