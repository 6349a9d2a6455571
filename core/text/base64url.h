#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/text/bytes.h"

namespace countersign {

// RFC 4648 section 5, without padding: used for tokens, nonces and sealed text. Decoding is strict,
// so that each byte string has exactly one text: no padding, no space, no character of the other
// alphabet, no set bits after the last byte.
std::string to_base64url(ByteView bytes);
inline std::string to_base64url(std::string_view bytes) { return to_base64url(bytes_of(bytes)); }
std::optional<std::string> from_base64url(std::string_view text);

// RFC 4648 section 4, with padding: used for signed notes. Decoding is as strict.
std::string to_base64(ByteView bytes);
inline std::string to_base64(std::string_view bytes) { return to_base64(bytes_of(bytes)); }
std::optional<std::string> from_base64(std::string_view text);

}  // namespace countersign
