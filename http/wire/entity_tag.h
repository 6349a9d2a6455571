#pragma once
#include <string_view>

namespace countersign::http {

// Returns whether an If-None-Match value (RFC 9110 section 13.1.2) contains this strong entity tag,
// by the weak comparison, or is `*`. `tag` includes its quotes.
bool none_match_names(std::string_view if_none_match, std::string_view tag);

}  // namespace countersign::http
