#include "core/inspection/printed/printed_number.h"

#include <doctest/doctest.h>

#include "tests/core/inspection/printed/printed_page.h"

namespace countersign::printed_number_test {

FieldFinding compared(std::string_view number, std::string_view page) {
  return compare_number(number, {printed_page(page)});
}
FieldVerdict verdict(std::string_view number, std::string_view page) {
  return compared(number, page).verdict;
}

TEST_CASE("a printed number agrees, whatever stands between its characters") {
  CHECK(verdict("AB1234567", "PASSPORT NO AB1234567") == FieldVerdict::Agrees);
  CHECK(verdict("AB1234567", "UTO|AB 123 45-67") == FieldVerdict::Agrees);
  CHECK(verdict("L898902C3", "NO.L898902C3") == FieldVerdict::Agrees);
  CHECK(verdict("AB1234567", "AB12345678") == FieldVerdict::Agrees);  // with its check digit
}

TEST_CASE("characters that look alike are not told apart") {
  CHECK(verdict("S0012586", "5OOI2SB6") == FieldVerdict::Agrees);
  CHECK(verdict("60RF19765", "6ORFI9765") == FieldVerdict::Agrees);
}

TEST_CASE("a number with one or two digits that are certainly others differs") {
  const FieldFinding one = compared("AB1234567", "SURNAME ADLER|NO AB1234467");
  REQUIRE(one.verdict == FieldVerdict::Differs);
  CHECK(one.contradiction->letters == "AB1234467");
  CHECK(one.contradiction->box == TextBox{10, 20, 18, 28});
  CHECK(verdict("AB1234567", "AB 12 4567") == FieldVerdict::Unread);  // one digit less
  CHECK(verdict("AB1234567", "AB 124 3567") == FieldVerdict::Differs);
}

TEST_CASE("a number that also agrees somewhere does not differ") {
  CHECK(verdict("AB1234567", "AB1234467|AB1234567") == FieldVerdict::Agrees);
  CHECK(
      compare_number("AB1234567", {printed_page("AB1234467"), printed_page("AB1234567")}).verdict ==
      FieldVerdict::Agrees);
}

TEST_CASE("what may be misread, or another number, does not differ") {
  CHECK(verdict("AB1234567", "AB1234?467") == FieldVerdict::Unread);  // not certain
  CHECK(verdict("AB1234567", "AB1999967") == FieldVerdict::Unread);   // another number
  CHECK(verdict("AB1234567", "AB12344678") == FieldVerdict::Unread);  // longer
  CHECK(verdict("AB1234567", "AB1234587") == FieldVerdict::Unread);   // an 8 for a 6
  CHECK(verdict("AB1234567", "AC1234567") == FieldVerdict::Unread);   // a letter, not a digit
  CHECK(verdict("AB1234567", "A31234567") == FieldVerdict::Unread);   // another pattern
  CHECK(verdict("AB1234567", "") == FieldVerdict::Unread);
}

TEST_CASE("the second page tells where the number differs") {
  const FieldFinding found =
      compare_number("AB1234567", {printed_page("UTOPIA"), printed_page("AB1234467")});
  REQUIRE(found.verdict == FieldVerdict::Differs);
  CHECK(found.contradiction->page == 1);
}

TEST_CASE("a number that is too short to be told from any other is not looked for") {
  CHECK(verdict("12345", "12345") == FieldVerdict::Unread);
  CHECK(verdict("", "AB1234567") == FieldVerdict::Unread);
}

TEST_CASE("a second look confirms the decisive digits, and may lose a letter at either end") {
  const Contradiction other = *compared("AB1234567", "AB1234467").contradiction;
  CHECK(other.decisive == std::vector<std::size_t>{6});
  const auto look = [&](std::string_view closer) {
    return second_look(other, printed_page(closer));
  };
  for (const char* same : {"NO AB 1234467", "B1234467", "AB12344", "A81234467", "AB123?4467"}) {
    CAPTURE(same);
    CHECK(look(same) == SecondLook::Confirms);
  }
  for (const char* other_text :
       {"AB1234?467", "AB1234|467", "1234467X7", "AB1234A67", "12344", ""}) {
    CAPTURE(other_text);
    const bool confirmed = look(other_text) == SecondLook::Confirms;
    CHECK(confirmed == (std::string_view(other_text) == "1234467X7"));
  }
  CHECK(look("AB1234567") == SecondLook::Contradicts);
  CHECK(look("AB1234467 AB1234567") == SecondLook::Contradicts);
}

}  // namespace countersign::printed_number_test
