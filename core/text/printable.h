#pragma once
#include <string>
#include <string_view>

// Text that a stranger chose, made fit to be shown: on a terminal, in a line of a log, in a page.
//
// Not printable are the characters that move, hide or reorder what is beside them, or begin a
// line of their own:
//
//   U+0000 to U+001F, U+007F, U+0080 to U+009F    controls (ECMA-48: ESC, CSI, OSC, ...)
//   U+2028, U+2029                                separators of lines and paragraphs
//   U+061C, U+200E, U+200F, U+202A to U+202E,     controls of direction (UAX #9; Boucher and
//   U+2066 to U+206F                              Anderson, "Trojan Source", 2023)
//   U+FEFF, U+FFF9 to U+FFFB, U+FFFE, U+FFFF,     marks without a look, and no characters at all
//   U+E0000 to U+E007F
//
// Everything here is pure and thread-safe.
namespace countersign {

// REQUIRES: `character` is one character in UTF-8, see utf8_length().
bool is_printable(std::string_view character);

// The text with everything that is not printable written as an escape: `\x1b` a control of ASCII
// or a byte that is no UTF-8, `\u202e` a character beyond, `\U000e0001` one beyond U+FFFF. The
// result is UTF-8. A backslash stays as it is, so the original cannot be had back.
std::string printable(std::string_view text);

// The same for text of several lines that the program itself has put together of printable parts:
// line feeds stay.
std::string printable_lines(std::string_view text);

// The same for JSON texts, one or one a line (RFC 8259): the escapes are those of JSON, `\u202e`,
// so that values stay what they are. Line feeds stay; other white space between values becomes
// spaces. REQUIRES: valid JSON in UTF-8.
std::string printable_json(std::string_view json);

}  // namespace countersign
