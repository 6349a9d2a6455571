#pragma once
#include <cstddef>
#include <string_view>

namespace countersign {

// UTF-8 as RFC 3629, section 4, has it: no overlong forms, no surrogates, nothing
// beyond U+10FFFF.

// The length of the character at the front, or 0 if there is none.
// REQUIRES: !text.empty().
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace countersign
