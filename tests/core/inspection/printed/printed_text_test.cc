#include "core/inspection/printed/printed_text.h"

#include <doctest/doctest.h>

#include "tests/core/inspection/printed/printed_page.h"

namespace countersign::printed_text_test {

std::string letters_of(std::initializer_list<std::string_view> characters) {
  PrintedWord word;
  for (const std::string_view each : characters) append_letter(each, 90, word);
  CHECK(word.sure.size() == word.letters.size());
  return word.letters;
}

TEST_CASE("letters are kept as capitals without accents, and anything else as a space") {
  CHECK(letters_of({"a", "Z", "7", ".", "-", "/", "<"}) == "AZ7.-/<");
  CHECK(letters_of({"\xc3\xa9", "\xc3\x9c", "\xc3\xb8", "\xc3\x9f"}) == "EUOS");  // é Ü ø ß
  CHECK(letters_of({"\xc3\x97", "\xe2\x82\xac", "\xff", "", "#"}) == "     ");
}

TEST_CASE("a word is no longer than is looked at") {
  PrintedWord word;
  for (std::size_t i = 0; i < 3 * kLettersMax; ++i) append_letter("x", 90, word);
  CHECK(word.letters.size() == kLettersMax);
  CHECK(word.sure.size() == kLettersMax);
}

TEST_CASE("the lines of a zone are left out, those of the print are not") {
  PrintedText page = printed_page(
      "AB1234567 12.08.1974|P<UTOERIKSSON<<ANNA|AB12345678UT07408122F1204159CCCC|SPECIMEN");
  leave_out_zone_lines(page);
  REQUIRE(page.size() == 2);
  CHECK(page[0][0].letters == "AB1234567");
  CHECK(page[1][0].letters == "SPECIMEN");
}

TEST_CASE("a stream has the letters and digits of a line, and knows their words") {
  const LetterStream stream = stream_of(printed_page("AB-12 3.4").front());
  CHECK(stream.letters == "AB1234");
  CHECK(stream.word == std::vector<std::size_t>{0, 0, 0, 0, 1, 1});
}

}  // namespace countersign::printed_text_test
