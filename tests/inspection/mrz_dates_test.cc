#include "core/inspection/mrz/mrz_dates.h"

#include <doctest/doctest.h>

namespace countersign {
namespace {

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
       {"740832", "741301", "740012", "740800", "230229", "010229", "990931", "7408A2", "A40812"}) {
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

TEST_CASE("parts of a birth date may be unknown, but no part alone that the next one needs") {
  const UtcTime now = at(kToday);
  CHECK(sound_birth_date("<<<<<<", now));
  CHECK(sound_birth_date("74<<<<", now));
  CHECK(sound_birth_date("7408<<", now));
  CHECK_FALSE(sound_birth_date("74<<12", now));
  CHECK_FALSE(sound_birth_date("<<0812", now));
  CHECK_FALSE(sound_birth_date("7<0812", now));
}

TEST_CASE("an expiry lies between 50 years ago and 49 years from now") {
  CHECK(expiry("270101") == date(2027, 1, 1));
  CHECK(expiry("251231") == date(2025, 12, 31));
  CHECK(expiry("751231") == date(2075, 12, 31));
  CHECK(expiry("760101") == date(1976, 1, 1));
  CHECK(expiry("991231") == date(1999, 12, 31));
  CHECK(expiry("991231", "2095-01-01T00:00:00Z") == date(2099, 12, 31));
  CHECK(expiry("050101", "2095-01-01T00:00:00Z") == date(2105, 1, 1));
  CHECK_FALSE(expiry("270230").has_value());
  CHECK_FALSE(expiry("27<<<<").has_value());
  CHECK_FALSE(expiry("<<<<<<").has_value());
  CHECK(expiry_left_out("<<<<<<"));
  CHECK_FALSE(expiry_left_out("27<<<<"));
}

TEST_CASE("a document is good until its last day has ended everywhere") {
  const sys_days last{date(2026, 11, 20)};
  CHECK_FALSE(expired(last, at("2026-11-19T00:00:00Z")));
  CHECK_FALSE(expired(last, at("2026-11-20T23:59:59Z")));
  CHECK_FALSE(expired(last, at("2026-11-21T11:59:59.999999Z")));
  CHECK(expired(last, at("2026-11-21T12:00:00Z")));
  CHECK(expired(last, at("2036-01-01T00:00:00Z")));
}

}  // namespace
}  // namespace countersign
