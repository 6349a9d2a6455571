#pragma once
#include <cstddef>
#include <string_view>

namespace countersign {

// UTF-8 as defined in RFC 3629, section 4: no overlong forms, no surrogates, nothing beyond
// U+10FFFF.

// Returns the length of the character at the front, or 0 if the bytes there are not UTF-8.
// REQUIRES: !text.empty().
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace countersign
