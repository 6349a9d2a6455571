#pragma once
#include <string>
#include <string_view>

// Makes untrusted text safe to show on a terminal, in a log line or on a page.
//
// These characters are not printable, because they move, hide or reorder the text around them, or
// begin a new line:
//
//   U+0000 to U+001F, U+007F, U+0080 to U+009F    control characters (ECMA-48: ESC, CSI, OSC, ...)
//   U+2028, U+2029                                line and paragraph separators
//   U+061C, U+200E, U+200F, U+202A to U+202E,     direction controls (UAX #9; Boucher and
//   U+2066 to U+206F                              Anderson, "Trojan Source", 2023)
//   U+FEFF, U+FFF9 to U+FFFB, U+FFFE, U+FFFF,     invisible marks, and noncharacters
//   U+E0000 to U+E007F
//
// Everything here is pure and thread-safe.
namespace countersign {

// REQUIRES: `character` is one character in UTF-8, see utf8_length().
bool is_printable(std::string_view character);

// Returns the text with an escape for everything that is not printable: `\x1b` for an ASCII control
// character or a byte that is not UTF-8, `\u202e` for a character up to U+FFFF, `\U000e0001` for
// one beyond. The result is UTF-8. Backslashes are not escaped, so the original cannot be
// recovered.
std::string printable(std::string_view text);

// The same, but keeps line feeds. For text of several lines that the program itself has composed of
// printable parts.
std::string printable_lines(std::string_view text);

// The same for JSON texts, a single one or one per line (RFC 8259). Uses JSON escapes such as
// `\u202e`, so that values do not change. Line feeds stay; other white space between values becomes
// spaces. REQUIRES: valid JSON in UTF-8.
std::string printable_json(std::string_view json);

}  // namespace countersign
