#pragma once
#include <string_view>

namespace countersign::http {

// Whether an If-None-Match (RFC 9110 section 13.1.2) names this strong entity-tag, by the
// weak comparison, or is `*`. `tag` is with its quotes.
bool none_match_names(std::string_view if_none_match, std::string_view tag);

}  // namespace countersign::http
