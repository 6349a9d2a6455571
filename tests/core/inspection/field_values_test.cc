#include "core/inspection/field_values.h"

#include <doctest/doctest.h>

namespace countersign::field_values_test {

const FieldValues kPrint{"L898902C3", "1974-08-12", "2032-04-15", "", ""};

TEST_CASE("values are sound if there are some, of printable ASCII and with dates that are dates") {
  CHECK(are_sound(kPrint));
  CHECK(are_sound(FieldValues{"", "", "", "O'CONNOR", ""}));
  CHECK_FALSE(are_sound(FieldValues{}));
  for (const char* text : {"a\nb", "\x7f", "\xc3\x89", "\xe2\x80\xae"}) {
    CAPTURE(text);
    CHECK_FALSE(are_sound(FieldValues{text, "", "", "", ""}));
    CHECK_FALSE(are_sound(FieldValues{"1", "", "", text, ""}));
    CHECK_FALSE(are_sound(FieldValues{"1", "", "", "", text}));
  }
  for (const char* date : {"1974", "12.08.1974", "1974-08-1x", "1974-08-123", "<script>  "}) {
    CAPTURE(date);
    CHECK_FALSE(are_sound(FieldValues{"1", date, "", "", ""}));
    CHECK_FALSE(are_sound(FieldValues{"1", "", date, "", ""}));
  }
  const std::string longest(kFieldValueMax, 'A');
  CHECK(are_sound(FieldValues{longest, "", "", longest, longest}));
  CHECK_FALSE(are_sound(FieldValues{longest + "A", "", "", "", ""}));
}

TEST_CASE("print has no names, and a number of letters and digits") {
  CHECK(are_sound_of_print(kPrint));
  CHECK_FALSE(are_sound_of_print(FieldValues{}));
  CHECK_FALSE(are_sound_of_print(FieldValues{"L898902C3", "", "", "ERIKSSON", ""}));
  CHECK_FALSE(are_sound_of_print(FieldValues{"L898902C3", "", "", "", "ANNA"}));
  CHECK_FALSE(are_sound_of_print(FieldValues{"L 898902", "", "", "", ""}));
}

TEST_CASE("a date is written with four digits of the year, or not at all") {
  using namespace std::chrono_literals;
  CHECK(date_text(1974y / std::chrono::August / 12) == "1974-08-12");
  CHECK(date_text(7y / std::chrono::January / 1) == "0007-01-01");
  CHECK(date_text(-1y / std::chrono::January / 1).empty());
  CHECK(date_text(10000y / std::chrono::January / 1).empty());
}

}  // namespace countersign::field_values_test
