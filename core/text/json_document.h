#pragma once
#include <rapidjson/document.h>

#include <cstdint>
#include <string_view>

namespace countersign {

// How numbers with a fraction or an exponent are read.
enum class JsonNumbers : std::uint8_t {
  Quick,  // within a few units of the last place
  Exact,  // the nearest double; a text with a number that is near to none is refused
};

// Reads one JSON text (RFC 8259) into `document`. Every JSON text that this project reads into a
// tree passes through this function; tests/server/includes_test.cc holds that.
//
// False, and the document is null, unless the text is, as RFC 8259 section 8 asks:
//   - UTF-8 (RFC 3629), without a byte order mark,
//   - free of NUL, which RapidJSON would take for the end of the text,
//   - free of escapes that are half of a surrogate pair (section 8.2), since what they stand
//     for has no form in UTF-8.
//
// The encoding is checked before RapidJSON sees the text: RapidJSON 1.1 copies all bytes of a
// character before it looks at them, and so reads past the end of a text that is cut off within
// one. The text itself is never changed. Nesting takes memory of the text's size and no stack.
[[nodiscard]] bool parse_json(rapidjson::Document& document,
                              std::string_view text,
                              JsonNumbers numbers = JsonNumbers::Quick);

}  // namespace countersign
