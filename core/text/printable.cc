#include "core/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/text/utf8.h"

namespace countersign {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr std::array<Range, 10> kUnprintable{{{0x0000, 0x001f},
                                              {0x007f, 0x009f},
                                              {0x061c, 0x061c},
                                              {0x200e, 0x200f},
                                              {0x2028, 0x202e},
                                              {0x2066, 0x206f},
                                              {0xfeff, 0xfeff},
                                              {0xfff9, 0xfffb},
                                              {0xfffe, 0xffff},
                                              {0xe0000, 0xe007f}}};

constexpr std::uint32_t kAsciiEnd = 0x80;
constexpr std::uint32_t kPlaneEnd = 0x10000;

// REQUIRES: one character in UTF-8.
std::uint32_t code_point(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(character[i]); };
  if (character.size() == 1) return byte(0);
  std::uint32_t value = byte(0) & (0x7fU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) value = value << 6 | (byte(i) & 0x3fU);
  return value;
}

bool is_printable(std::uint32_t value) {
  return std::ranges::none_of(kUnprintable, [&](const Range& range) {
    return value >= range.first && value <= range.last;
  });
}

std::string escape_for_people(std::uint32_t value) {
  if (value < kAsciiEnd) return fmt::format("\\x{:02x}", value);
  if (value < kPlaneEnd) return fmt::format("\\u{:04x}", value);
  return fmt::format("\\U{:08x}", value);
}

// In JSON a character beyond U+FFFF is a surrogate pair.
std::string escape_for_json(std::uint32_t value) {
  // The only control characters, besides line feeds, that a JSON text may contain unescaped: white
  // space between values.
  if (value == '\t' || value == '\r') return " ";
  if (value < kPlaneEnd) return fmt::format("\\u{:04x}", value);
  const std::uint32_t offset = value - kPlaneEnd;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (offset >> 10), 0xdc00 + (offset & 0x3ff));
}

bool is_plain_ascii(char c) { return c >= ' ' && c < '\x7f'; }

template <class Escape>
std::string escaped(std::string_view text, bool keeps_lines, Escape escape) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto* const plain_end = std::ranges::find_if_not(text, is_plain_ascii);
    out.append(text.begin(), plain_end);
    text.remove_prefix(static_cast<std::size_t>(plain_end - text.begin()));
    if (text.empty()) break;
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const std::string_view character = text.substr(0, length);
    const bool is_utf8 = utf8_length(text) != 0;
    if ((keeps_lines && character == "\n") || (is_utf8 && countersign::is_printable(character))) {
      out += character;
    } else if (is_utf8) {
      out += escape(code_point(character));
    } else {
      out += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(character.front()));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

bool is_printable(std::string_view character) { return is_printable(code_point(character)); }

std::string printable(std::string_view text) { return escaped(text, false, escape_for_people); }

std::string printable_lines(std::string_view text) {
  return escaped(text, true, escape_for_people);
}

std::string printable_json(std::string_view json) { return escaped(json, true, escape_for_json); }

}  // namespace countersign
