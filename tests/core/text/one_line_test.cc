#include "core/text/one_line.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::one_line_test {

constexpr std::size_t kMax = 256;

TEST_CASE("a line says something in printable characters") {
  for (const std::string text : {"letter 12", "Brief von Änne", " x ", "信 12", "رسالة"}) {
    INFO(text);
    CHECK(is_one_line(text, kMax));
  }
  CHECK(is_one_line(std::string(kMax, 'x'), kMax));
  CHECK_FALSE(is_one_line(std::string(kMax + 1, 'x'), kMax));
}

TEST_CASE("nothing, and blanks alone, are no line, whichever blanks") {
  for (const std::string text : {"", " ", "   ", "\u00a0", " \u2003\u3000", "\u205f\u202f"}) {
    INFO(text);
    CHECK_FALSE(is_one_line(text, kMax));
  }
}

TEST_CASE("a character that ends a line, or is not printable, is in no line") {
  for (const std::string text : {"two\nlines",
                                 "a\tb",
                                 "a\x7f",
                                 "a\u0085b",
                                 "a\u2028b",
                                 "a\u2029b",
                                 "a\u202eb",
                                 "a\xff",
                                 "\xc3"}) {
    INFO(text);
    CHECK_FALSE(is_one_line(text, kMax));
  }
  CHECK_FALSE(is_one_line(std::string("a\0b", 3), kMax));
}

}  // namespace countersign::one_line_test
