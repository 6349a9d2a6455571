#pragma once
#include <rapidjson/document.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// The bounds of a JSON text. Without bounds RapidJSON takes up to 47 bytes of memory for a byte of
// the text (open brackets), and a member is found by a look at each of its object. So texts of
// strangers are bounded before RapidJSON sees them: within kForeignJson the worst text of 64 KiB
// takes 6 bytes for a byte (bench/foreign_json_bench.cc).
struct JsonBounds {
  std::size_t levels;  // arrays and objects within each other
  // Opening brackets, colons and commas. A text has at most one value more than it has parts.
  std::size_t parts;
};

// For texts of strangers: ten times what the largest honest one has.
inline constexpr JsonBounds kForeignJson{.levels = 32, .parts = 8192};

// For answers of the operators' own server. The operators' command recurses into them.
inline constexpr JsonBounds kOwnJson{.levels = 32, .parts = std::size_t{1} << 26};

// Reads one JSON text (RFC 8259) into `document`. All JSON that this project reads into a tree goes
// through this function; tests/sources/includes_test.cc enforces that.
//
// A number is the nearest double, or a whole number of 64 bits.
//
// Returns false, with a null document, if the text is not valid JSON, not within the bounds, or has
// a number outside the range of a double (section 9 allows such limits). As RFC 8259 section 8
// requires, the text must be
//   - UTF-8 (RFC 3629), without a byte order mark,
//   - free of NUL, which RapidJSON would take for the end of the text,
//   - free of escapes that are half of a surrogate pair (section 8.2), since they have no form in
//     UTF-8.
//
// The encoding is checked before RapidJSON sees the text: RapidJSON 1.1 copies all bytes of a
// character before it checks them, and so reads past the end of a text that is cut off within a
// character. The text itself is never changed. Nesting takes no stack. The time is proportional to
// the text, and to nothing that the text says.
[[nodiscard]] bool parse_json(rapidjson::Document& document,
                              std::string_view text,
                              JsonBounds bounds = kForeignJson);

// Returns the text of a JSON string. REQUIRES: value.IsString().
inline std::string_view string_in(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace countersign
