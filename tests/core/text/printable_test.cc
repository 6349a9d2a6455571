#include "core/text/printable.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/text/utf8.h"

namespace countersign::printable_test {

std::string utf8_of(char32_t value) {
  std::string text;
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (value < 0x80) {
    add(value);
  } else if (value < 0x800) {
    add(0xc0 | value >> 6);
    add(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    add(0xe0 | value >> 12);
    add(0x80 | (value >> 6 & 0x3f));
    add(0x80 | (value & 0x3f));
  } else {
    add(0xf0 | value >> 18);
    add(0x80 | (value >> 12 & 0x3f));
    add(0x80 | (value >> 6 & 0x3f));
    add(0x80 | (value & 0x3f));
  }
  return text;
}

bool should_be_printable(char32_t value) {
  if (value < 0x20 || (value >= 0x7f && value < 0xa0)) return false;
  if (value == 0x61c || value == 0x200e || value == 0x200f) return false;
  if (value >= 0x2028 && value <= 0x202e) return false;
  if (value >= 0x2066 && value <= 0x206f) return false;
  if (value == 0xfeff || (value >= 0xfff9 && value <= 0xfffb)) return false;
  if (value == 0xfffe || value == 0xffff) return false;
  return value < 0xe0000 || value > 0xe007f;
}

TEST_CASE("characters that move, hide or reorder the text beside them are not printable") {
  for (char32_t value = 0; value <= 0x10ffff; ++value) {
    if (value >= 0xd800 && value < 0xe000) continue;  // surrogates have no UTF-8
    const std::string character = utf8_of(value);
    if (is_printable(character) == should_be_printable(value)) continue;
    CAPTURE(static_cast<std::uint32_t>(value));
    FAIL("printable or not, wrongly");
  }
}

TEST_CASE("text stays as it is but for what is not printable, which becomes an escape") {
  CHECK(printable("").empty());
  CHECK(printable("name 7 \\x1b línea 日本 😀 \"'<&>") == "name 7 \\x1b línea 日本 😀 \"'<&>");
  CHECK(printable("\x1b[2J\rok: true\n\x07") == "\\x1b[2J\\x0dok: true\\x0a\\x07");
  CHECK(printable(std::string_view("a\0b\x7f", 4)) == "a\\x00b\\x7f");
  CHECK(printable("\xC2\x9B"
                  "2J") == "\\u009b2J");
  CHECK(printable("\xE2\x80\xAE"
                  "cod.exe") == "\\u202ecod.exe");
  CHECK(printable("\xF3\xA0\x80\x81") == "\\U000e0001");
}

TEST_CASE("bytes that are no UTF-8 become escapes one by one, and hide nothing behind them") {
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("\x9b"
                  "2J") == "\\x9b2J");  // CSI of an 8-bit terminal
  CHECK(printable("\xe2\x80\x1b[") == "\\xe2\\x80\\x1b[");
  CHECK(printable("a\xf1") == "a\\xf1");
  CHECK(printable("\xc0\x9b") == "\\xc0\\x9b");           // overlong
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a surrogate
}

TEST_CASE("every result is UTF-8 of printable characters") {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second), '\x9b', 'x'};
      std::string shown = printable(text);
      REQUIRE(printable(shown) == shown);
      REQUIRE(is_utf8(shown));
      REQUIRE(printable_lines(shown) == shown);
      REQUIRE(printable_lines(text).find_first_of(std::string_view("\0\x1b\r\x7f", 4)) ==
              std::string::npos);
    }
  }
}

TEST_CASE("lines stay lines, and JSON stays the same JSON") {
  CHECK(printable_lines("a\nb\r\n") == "a\nb\\x0d\n");
  const std::string json = "{\"a\":\"\xC2\x9B \xE2\x80\xAE \x7f \xF3\xA0\x80\x81 \xC3\xA9\"}\n";
  CHECK(printable_json(json) == "{\"a\":\"\\u009b \\u202e \\u007f \\udb40\\udc01 \xC3\xA9\"}\n");
  // In valid JSON an unescaped control character can only stand between values.
  CHECK(printable_json("{\"a\":\t[1,\r\n2]}\r") == "{\"a\": [1, \n2]} ");
}

}  // namespace countersign::printable_test
