#pragma once
#include <rapidjson/document.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// How numbers with a fraction or an exponent are read.
enum class JsonNumbers : std::uint8_t {
  Quick,  // within a few units of the last place
  Exact,  // the nearest double; a number outside the range of a double is refused
};

// Reads one JSON text (RFC 8259) into `document`. All JSON that this project reads into a tree goes
// through this function; tests/sources/includes_test.cc enforces that.
//
// Returns false, with a null document, if the text is not valid JSON. As RFC 8259 section 8
// requires, the text must be
//   - UTF-8 (RFC 3629), without a byte order mark,
//   - free of NUL, which RapidJSON would take for the end of the text,
//   - free of escapes that are half of a surrogate pair (section 8.2), since they have no form in
//     UTF-8.
//
// The encoding is checked before RapidJSON sees the text: RapidJSON 1.1 copies all bytes of a
// character before it checks them, and so reads past the end of a text that is cut off within a
// character. The text itself is never changed. Nesting takes memory proportional to the text and no
// stack.
[[nodiscard]] bool parse_json(rapidjson::Document& document,
                              std::string_view text,
                              JsonNumbers numbers = JsonNumbers::Quick);

// Returns whether arrays and objects are nested in more than `levels` levels. For code that
// recurses into a value, such as rapidjson::Value::Accept(). REQUIRES: parse_json() reads the text.
[[nodiscard]] bool nests_deeper_than(std::size_t levels, std::string_view json);

// Returns the text of a JSON string. REQUIRES: value.IsString().
inline std::string_view string_in(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace countersign
