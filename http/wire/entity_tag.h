#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace countersign::http {

// The strong entity tag of bytes with this hash, with its quotes.
std::string entity_tag(const Digest& digest);

// Returns whether an If-None-Match value (RFC 9110 section 13.1.2) contains this strong entity tag,
// by the weak comparison, or is `*`. nullopt: the request has no such field. `tag` includes its
// quotes.
bool none_match_names(std::optional<std::string_view> if_none_match, std::string_view tag);

}  // namespace countersign::http
