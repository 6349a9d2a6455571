#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/text/printable.h"
#include "core/text/utf8.h"

namespace countersign {

namespace detail {

// The characters of Unicode's property White_Space that are printable.
inline bool is_blank(std::string_view character) {
  constexpr std::array<std::string_view, 17> kBlanks{" ",
                                                     "\u00a0",
                                                     "\u1680",
                                                     "\u2000",
                                                     "\u2001",
                                                     "\u2002",
                                                     "\u2003",
                                                     "\u2004",
                                                     "\u2005",
                                                     "\u2006",
                                                     "\u2007",
                                                     "\u2008",
                                                     "\u2009",
                                                     "\u200a",
                                                     "\u202f",
                                                     "\u205f",
                                                     "\u3000"};
  return std::ranges::find(kBlanks, character) != kBlanks.end();
}

}  // namespace detail

// Returns whether a text is one line that says something: 1 to `max_bytes` bytes of printable
// characters in UTF-8 (core/text/printable.h), and not of blanks alone.
inline bool is_one_line(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) return false;
  bool says_something = false;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    const std::string_view character = text.substr(0, length);
    if (!is_printable(character)) return false;
    says_something = says_something || !detail::is_blank(character);
    text.remove_prefix(length);
  }
  return says_something;
}

}  // namespace countersign
