#include "core/inspection/printed/printed_values.h"

#include <doctest/doctest.h>

#include "tests/core/inspection/printed/printed_page.h"

namespace countersign::printed_values_test {

using namespace std::chrono_literals;

StatedData passport() {
  return {.number = "AB1234567",
          .birth = 1974y / std::chrono::August / 12,
          .expiry = 2030y / std::chrono::April / 15};
}
FieldValues printed(std::string_view page, const StatedData& stated = passport()) {
  return values_in_print(stated, compare_data(stated, {printed_page(page)}));
}

TEST_CASE("print that agrees has the values that are stated") {
  const FieldValues values = printed("AB1234567|12.08.1974|16.04.2020|15.04.2030");
  CHECK(values == FieldValues{"AB1234567", "1974-08-12", "2030-04-15", "", ""});
  CHECK(are_sound_of_print(values));
  // Letters that are taken for each other are no other number.
  CHECK(printed("ABI234567").document_number == "AB1234567");
}

TEST_CASE("what differs is as it is printed") {
  const FieldValues values = printed("ABI234467|12.08.1964|16.04.2020|15.04.2030");
  CHECK(values == FieldValues{"AB1234467", "1964-08-12", "2030-04-15", "", ""});
  CHECK(printed("12.08.1974|16.04.2020|15.04.2035").expiry_date == "2035-04-15");
  CHECK(printed("12.08.74|15.04.35").expiry_date == "2035-04-15");
}

TEST_CASE("what was not found is left out") {
  CHECK_FALSE(printed("").has_any());
  CHECK_FALSE(printed("ZZ9876543|01.01.1950").has_any());
  CHECK(printed("15.04.2030") == FieldValues{"", "", "2030-04-15", "", ""});
  CHECK_FALSE(printed("AB1234567", {.number = "", .birth = {}, .expiry = {}}).has_any());
}

TEST_CASE("a birth has the printed century, which a zone does not state") {
  StatedData stated = passport();
  stated.birth = 2024y / std::chrono::August / 12;
  CHECK(printed("12.08.1924|15.04.2030", stated).birth_date == "1924-08-12");
  CHECK(printed("12.08.24|15.04.2030", stated).birth_date == "2024-08-12");
}

TEST_CASE("a number of another form is told by its letters and digits") {
  StatedData stated = passport();
  stated.number = "D123-4567-8";
  DataFindings findings;
  findings.number.verdict = FieldVerdict::Agrees;
  CHECK(values_in_print(stated, findings).document_number == "D12345678");
}

}  // namespace countersign::printed_values_test
