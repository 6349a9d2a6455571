#include "core/inspection/printed/data_comparison.h"

#include <doctest/doctest.h>

#include "core/inspection/printed/data_judgement.h"
#include "tests/core/inspection/printed/printed_page.h"

namespace countersign::data_comparison_test {

using namespace std::chrono_literals;
using enum FieldVerdict;

// Born on 12 August 1974, valid until 15 April 2030, issued on 16 April 2020.
StatedData passport() {
  return {.number = "AB1234567",
          .birth = 1974y / std::chrono::August / 12,
          .expiry = 2030y / std::chrono::April / 15};
}
DataFindings compared(std::string_view page, const StatedData& stated = passport()) {
  return compare_data(stated, {printed_page(page)});
}

TEST_CASE("a passport whose print has its number and dates agrees") {
  const DataFindings found = compared("AB1234567|12.08.1974|16.04.2020|15.04.2030");
  CHECK(found.number.verdict == Agrees);
  CHECK(found.birth.verdict == Agrees);
  CHECK(found.expiry.verdict == Agrees);
  CHECK(found.all_agree(passport()));
  CHECK(judge_data(found, passport(), {})->status == CheckStatus::Passed);
}

TEST_CASE("what was not read is neither a pass nor a difference") {
  for (const char* page :
       {"", "AB1234567", "12.08.1974|15.04.2030", "AB1234567|12.08.1974|16.04.2020"}) {
    CAPTURE(page);
    const DataFindings found = compared(page);
    CHECK(found.count(Differs) == 0);
    CHECK_FALSE(judge_data(found, passport(), {}).has_value());
  }
}

TEST_CASE("a birth with another digit differs if the expiry agrees") {
  const DataFindings found = compared("AB1234567|12.08.1964|16.04.2020|15.04.2030");
  CHECK(found.birth.verdict == Differs);
  CHECK(found.expiry.verdict == Agrees);
  CHECK(compared("12.08.1964|16.04.2020").birth.verdict == Unread);   // no expiry to rely on
  CHECK(compared("12.08.19?64|15.04.2030").birth.verdict == Unread);  // not certain
  CHECK(compared("23.11.1951|15.04.2030").birth.verdict == Unread);   // another date
  CHECK(compared("12 AUG 1964|15.04.2030").birth.verdict == Unread);  // printed in another way
}

TEST_CASE("the day of issue is not taken for a birth that differs") {
  // Issued on the birthday, with one digit of the year another one than the birth's.
  StatedData stated = passport();
  stated.birth = 2010y / std::chrono::April / 16;
  CHECK(compared("16.04.2020|15.04.2030", stated).birth.verdict == Unread);
  // A licence of Arizona is valid for decades.
  stated = passport();
  stated.long_lived = true;
  CHECK(compared("12.08.1994|15.04.2030", stated).birth.verdict == Unread);
  CHECK(compared("12.08.1964|15.04.2030", stated).birth.verdict == Differs);
}

TEST_CASE("an expiry that is later than the stated one differs if the birth agrees") {
  CHECK(compared("12.08.1974|16.04.2020|15.04.2035").expiry.verdict == Differs);
  CHECK(compared("12.08.1974|15.04.2032").expiry.verdict == Differs);
  CHECK(compared("15.04.2032").expiry.verdict == Unread);
}

TEST_CASE("the day of issue is not taken for an expiry that differs") {
  CHECK(compared("12.08.1974|15.04.2020").expiry.verdict == Unread);
  CHECK(compared("12.08.1974|16.04.2020").expiry.verdict == Unread);
  // Within the year of the expiry it may be one, unless an earlier date is.
  CHECK(compared("12.08.1974|16.03.2030").expiry.verdict == Unread);
  CHECK(compared("12.08.1974|16.04.2020|17.04.2030").expiry.verdict == Differs);
}

TEST_CASE("a difference is a warning, or an error where the thresholds say so") {
  const DataFindings found = compared("AB1234467|12.08.1964|16.04.2020|15.04.2030");
  CHECK(found.count(Differs) == 2);
  const auto warning = judge_data(found, passport(), {});
  REQUIRE(warning.has_value());
  CHECK(warning->status == CheckStatus::Warning);
  CHECK(warning->code == "DOCUMENT_DATA_MISMATCH");
  CHECK(warning->value == 2);
  DocumentThresholds strict;
  strict.data_differences = {0, 0};
  CHECK(judge_data(found, passport(), strict)->status == CheckStatus::Failed);
}

TEST_CASE("nothing that was read is in a judgement") {
  const auto judged = judge_data(compared("AB1234467|12.08.1964|15.04.2030"), passport(), {});
  REQUIRE(judged.has_value());
  CHECK(judged->hint == row_of(Check::DocumentData).hint);
  CHECK(judged->hint.find_first_of("0123456789") == std::string::npos);
}

TEST_CASE("an expiry that says never is not stated, whatever the print has in its place") {
  constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
  Mrz mrz{.format = MrzFormat::Td1,
          .document_number = "AB1234567",
          .birth_date = "580712",
          .expiry_date = "990101",
          .wrong = {}};
  const StatedData stated = stated_by(mrz, kNow);
  CHECK_FALSE(stated.expiry.has_value());
  for (const char* page : {"AB1234567|12.07.1958|01 01 9999",
                           "AB1234567|12.07.1958|PERMANENTE",
                           "AB1234567|12.07.1958|05.06.2019|31.12.9999"}) {
    CAPTURE(page);
    const DataFindings found = compared(page, stated);
    CHECK(found.count(Differs) == 0);
    CHECK(judge_data(found, stated, {})->status == CheckStatus::Passed);
  }
  mrz.birth_date = "5807XX";
  CHECK_FALSE(stated_by(mrz, kNow).birth.has_value());
  CHECK(judge_data(compared("AB1234567|XX.07.1958", stated_by(mrz, kNow)), stated_by(mrz, kNow), {})
            ->status == CheckStatus::Passed);
  mrz.expiry_date = "761231";
  CHECK(stated_by(mrz, kNow).expiry == 2076y / std::chrono::December / 31);
}

TEST_CASE("a field that is not stated is not asked for") {
  StatedData stated = passport();
  stated.expiry.reset();
  const DataFindings found = compared("AB1234567|12.08.1974", stated);
  CHECK(found.all_agree(stated));
  CHECK(judge_data(found, stated, {})->status == CheckStatus::Passed);
}

TEST_CASE("a zone states its number and whole dates, a visa not its last day") {
  const UtcTime now = *parse_utc_time("2026-11-25T00:00:00Z");
  const Mrz mrz{.format = MrzFormat::Td3,
                .document_number = "AB1234567",
                .birth_date = "740812",
                .expiry_date = "300415",
                .wrong = {}};
  const StatedData stated = stated_by(mrz, now);
  CHECK(stated.number == "AB1234567");
  CHECK(stated.birth == passport().birth);
  CHECK(stated.expiry == passport().expiry);
  Mrz visa = mrz;
  visa.format = MrzFormat::MrvA;
  CHECK_FALSE(stated_by(visa, now).expiry.has_value());
  Mrz unknown = mrz;
  unknown.birth_date = "7408<<";
  CHECK_FALSE(stated_by(unknown, now).birth.has_value());
}

}  // namespace countersign::data_comparison_test
