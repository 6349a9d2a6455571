#include "core/inspection/mrz/mrz_dates.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace countersign::mrz_dates_test {

using std::chrono::day;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

UtcTime at(const char* text) {
  const auto time = parse_utc_time(text);
  REQUIRE(time.has_value());
  return *time;
}

const char* const kToday = "2026-11-21T09:30:00Z";

std::optional<year_month_day> expiry(const char* yymmdd, const char* now = kToday) {
  const auto found = expiry_day(yymmdd, at(now));
  if (!found) return std::nullopt;
  return year_month_day(*found);
}

year_month_day date(int y, unsigned m, unsigned d) { return {year(y), month(m), day(d)}; }

TEST_CASE("a birth date is a day that there was") {
  const UtcTime now = at(kToday);
  for (const char* sound : {"740812", "000229", "261121", "261122", "991231", "000101", "960229"}) {
    CAPTURE(sound);
    CHECK(sound_birth_date(sound, now));
  }
  for (const char* unsound :
       {"740832", "741301", "230229", "010229", "990931", "7408A2", "A40812"}) {
    CAPTURE(unsound);
    CHECK_FALSE(sound_birth_date(unsound, now));
  }
}

TEST_CASE("a birth that would be after today was a century earlier") {
  // 29 February 2028 is in the future, and 1928 had that day. 2100 does not have it, and neither
  // did 1900.
  CHECK(sound_birth_date("280229", at(kToday)));
  CHECK(sound_birth_date("000229", at("2099-01-01T00:00:00Z")));
  CHECK_FALSE(sound_birth_date("000229", at("2101-01-01T00:00:00Z")));
}

TEST_CASE("parts of a birth date may be unknown, as fillers, 00 or XX, and the others are told") {
  const UtcTime now = at(kToday);
  struct Case {
    const char* written;
    const char* told;
  };
  for (const Case& each : std::initializer_list<Case>{{"<<<<<<", ""},
                                                      {"XXXXXX", ""},
                                                      {"000000", ""},
                                                      {"XX0000", ""},
                                                      {"<<0812", ""},
                                                      {"<<08<<", ""},
                                                      {"XX0229", ""},
                                                      {"74<<<<", "1974"},
                                                      {"740000", "1974"},
                                                      {"74XXXX", "1974"},
                                                      {"7400<<", "1974"},
                                                      {"7408<<", "1974-08"},
                                                      {"580700", "1958-07"},
                                                      {"5807XX", "1958-07"},
                                                      {"580012", "1958"},
                                                      {"000700", "2000-07"},
                                                      {"261200", "1926-12"},
                                                      {"261100", "2026-11"},
                                                      {"251001", "2025-10-01"}}) {
    CAPTURE(each.written);
    CHECK(sound_birth_date(each.written, now));
    CHECK(birth_text(each.written, now) == each.told);
    CHECK(birth_day(each.written, now).has_value() == (std::string(each.told).size() == 10));
  }
  for (const char* unsound :
       {"<<0832", "7<0812", "X40812", "74X812", "741300", "7408X1", "<<13<<"}) {
    CAPTURE(unsound);
    CHECK_FALSE(sound_birth_date(unsound, now));
  }
}

TEST_CASE("an expiry lies between 49 years ago and 50 years from now") {
  CHECK(expiry("270101") == date(2027, 1, 1));
  CHECK(expiry("251231") == date(2025, 12, 31));
  CHECK(expiry("751231") == date(2075, 12, 31));
  CHECK(expiry("761127") == date(2076, 11, 27));
  CHECK(expiry("770101") == date(1977, 1, 1));
  CHECK(expiry("991230") == date(1999, 12, 30));
  CHECK(expiry("991230", "2095-01-01T00:00:00Z") == date(2099, 12, 30));
  CHECK(expiry("050101", "2095-01-01T00:00:00Z") == date(2105, 1, 1));
  CHECK_FALSE(expiry("270230").has_value());
  CHECK_FALSE(sound_expiry_date("270230", at(kToday)));
  CHECK_FALSE(sound_expiry_date("271301", at(kToday)));
  CHECK_FALSE(sound_expiry_date("<<0132", at(kToday)));
}

TEST_CASE("an expiry that says never is not stated, and is no fault") {
  for (const char* never : {"990101",
                            "990909",
                            "991231",
                            "999999",
                            "000000",
                            "<<<<<<",
                            "XXXXXX",
                            "<<0101",
                            "990000",
                            "99<<<<",
                            "99XXXX"}) {
    CAPTURE(never);
    CHECK(expiry_not_stated(never));
    CHECK(sound_expiry_date(never, at(kToday)));
    CHECK_FALSE(expiry(never).has_value());
    CHECK_FALSE(last_possible_day(never, at(kToday)).has_value());
    CHECK(expiry_text(never, at(kToday)).empty());
  }
  for (const char* stated : {"990102", "991230", "000101", "761127", "270101"}) {
    CAPTURE(stated);
    CHECK_FALSE(expiry_not_stated(stated));
  }
}

TEST_CASE("of an expiry that is stated in part the last day that it can be is known") {
  const UtcTime now = at(kToday);
  struct Case {
    const char* written;
    const char* told;
    year_month_day last;
  };
  for (const Case& each : std::initializer_list<Case>{{"2702<<", "2027-02", date(2027, 2, 28)},
                                                      {"280200", "2028-02", date(2028, 2, 29)},
                                                      {"27XXXX", "2027", date(2027, 12, 31)},
                                                      {"270000", "2027", date(2027, 12, 31)},
                                                      {"270101", "2027-01-01", date(2027, 1, 1)}}) {
    CAPTURE(each.written);
    CHECK(sound_expiry_date(each.written, now));
    CHECK(expiry_text(each.written, now) == each.told);
    CHECK(last_possible_day(each.written, now) == sys_days(each.last));
  }
  CHECK_FALSE(expiry("2702<<").has_value());
}

TEST_CASE("a document is good until its last day has ended everywhere") {
  const sys_days last{date(2026, 11, 20)};
  CHECK_FALSE(expired(last, at("2026-11-19T00:00:00Z")));
  CHECK_FALSE(expired(last, at("2026-11-20T23:59:59Z")));
  CHECK_FALSE(expired(last, at("2026-11-21T11:59:59.999999Z")));
  CHECK(expired(last, at("2026-11-21T12:00:00Z")));
  CHECK(expired(last, at("2036-01-01T00:00:00Z")));
}

}  // namespace countersign::mrz_dates_test
