#include "core/inspection/printed/printed_date.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/inspection/printed/month_name.h"
#include "tests/core/inspection/printed/printed_page.h"

namespace countersign::printed_date_test {

using namespace std::chrono_literals;
using std::chrono::year_month_day;

constexpr year_month_day kBirth = 1974y / std::chrono::August / 12;

bool shows(std::string_view line, year_month_day date = kBirth) {
  const auto dates = printed_dates(printed_page(line).front());
  return std::ranges::any_of(dates, [&](const PrintedDate& each) { return each.is(date); });
}

TEST_CASE("a date is read in the ways in which documents print it") {
  for (const char* line : {"12.08.1974",
                           "12 08 1974",
                           "12-08-74",
                           "12/08/1974",
                           "08/12/1974",
                           "1974-08-12",
                           "1974.08.12",
                           "12081974",
                           "19740812",
                           "12 AUG 1974",
                           "12 AUG /AOUT 74",
                           "12 SIE/AUG 1974",
                           "12AUG1974",
                           "AUG 12, 1974",
                           "BORN 12. August 1974 IN ZENITH",
                           "I2.O8.I974"}) {
    CAPTURE(line);
    CHECK(shows(line));
  }
}

TEST_CASE("a year of four digits is of its own century, except for somebody a hundred years old") {
  CHECK_FALSE(shows("12.08.1874"));
  CHECK_FALSE(shows("12.08.2074"));
  CHECK(shows("15.04.2031", 2031y / std::chrono::April / 15));
  CHECK_FALSE(shows("15.04.2131", 2031y / std::chrono::April / 15));
  // A zone with 24 is of 2024 or of 1924.
  CHECK(shows("12.08.1924", 2024y / std::chrono::August / 12));
  CHECK(shows("12.08.24", 2024y / std::chrono::August / 12));
}

TEST_CASE("another day, month or year is another date") {
  for (const char* line : {"13.08.1974",
                           "12.09.1974",
                           "12.08.1975",
                           "12 SEP 1974",
                           "12 AUG",
                           "AUG 1974",
                           "12 XYZ 1974",
                           "12 08 197",
                           "112.08.1974",
                           "12.08.19745",
                           ""}) {
    CAPTURE(line);
    CHECK_FALSE(shows(line));
  }
}

TEST_CASE("the century is not compared, because a zone has none") {
  CHECK(shows("01.01.1911", 2011y / std::chrono::January / 1));
  const auto dates = printed_dates(printed_page("01.01.11").front());
  REQUIRE_FALSE(dates.empty());
  CHECK(dates.front().near(1990y) == 2011y / std::chrono::January / 1);
  CHECK(dates.front().near(1940y) == 1911y / std::chrono::January / 1);
}

TEST_CASE("no date has a month above 12 or a day above 31") {
  CHECK(printed_dates(printed_page("32.01.1990 00.01.1990 12.00.1990 13.13.1990").front()).empty());
}

TEST_CASE("a date is as certain as its least certain digit") {
  const auto dates = printed_dates(printed_page("12.0?8.1974").front());
  REQUIRE_FALSE(dates.empty());
  CHECK(dates.front().sure == 50);
  CHECK(dates.front().letters == "12081974");
}

TEST_CASE("month names are known in several languages, and never two months at once") {
  CHECK(month_of_name("AUG") == 8);
  CHECK(month_of_name("AOUT") == 8);
  CHECK(month_of_name("DEZ") == 12);
  CHECK(month_of_name("ENE") == 1);
  CHECK(month_of_name("JUIN") == 6);
  CHECK(month_of_name("JUIL") == 7);
  CHECK_FALSE(month_of_name("JUI").has_value());  // juin or juillet
  CHECK_FALSE(month_of_name("AU").has_value());
  CHECK_FALSE(month_of_name("AUGX").has_value());
}

}  // namespace countersign::printed_date_test
