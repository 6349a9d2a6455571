// The words that an OCR program reads in a foreign picture, and what is compared with them. A line
// of the input is the number, and the others are the print: words between spaces, of characters of
// one or two bytes, of which those after a `?` are uncertain.
#include <algorithm>

#include "core/check.h"
#include "core/inspection/printed/data_comparison.h"
#include "core/inspection/printed/printed_date.h"
#include "core/inspection/printed/printed_number.h"
#include "core/inspection/printed/printed_values.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::printed_target {

using namespace std::chrono_literals;

PrintedText page_of(std::string_view input) {
  PrintedText page(1);
  bool in_word = false;
  float sure = 99;
  while (!input.empty()) {
    const char c = input.front();
    const std::size_t bytes = c == '\xc3' && input.size() > 1 ? 2 : 1;
    if (c == '\n') page.emplace_back();
    if (c == '\n' || c == ' ') {
      in_word = false;
    } else if (c == '?') {
      sure = 50;
    } else {
      if (!in_word) page.back().emplace_back();
      in_word = true;
      append_letter(input.substr(0, bytes), sure, page.back().back());
      sure = 99;
    }
    input.remove_prefix(bytes);
  }
  return page;
}

void check_dates(const PrintedText& page) {
  for (const PrintedLine& line : page) {
    for (const PrintedDate& date : printed_dates(line)) {
      check(date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31,
            "a printed date has a month and a day");
      const std::chrono::year_month_day itself = {
          std::chrono::year(date.year), std::chrono::month(date.month), std::chrono::day(date.day)};
      check(date.is(date.style.century ? itself : date.near(2000y)),
            "a printed date is itself, and without a century in any");
    }
  }
}

void check_finding(const FieldFinding& finding) {
  check((finding.verdict == FieldVerdict::Differs) == finding.contradiction.has_value(),
        "a field that differs says where, and no other does");
}

void run(std::string_view input) {
  const std::string_view number = input.substr(0, input.find('\n'));
  PrintedText page = page_of(input.substr(std::min(input.size(), number.size() + 1)));
  leave_out_zone_lines(page);
  for (const PrintedLine& line : page) {
    for (const PrintedWord& word : line) {
      check(word.letters.size() == word.sure.size() && word.letters.size() <= kLettersMax &&
                word.letters.find('<') == std::string::npos,
            "a word of the print is bounded, and is not of a zone");
    }
  }
  check_dates(page);
  const StatedData stated{.number = std::string(number),
                          .birth = 1974y / std::chrono::August / 12,
                          .expiry = 2030y / std::chrono::April / 15};
  const DataFindings findings = compare_data(stated, {page});
  const FieldValues values = values_in_print(stated, findings);
  check(!values.has_any() || are_sound_of_print(values),
        "the values in the print are letters, digits and dates");
  check_finding(findings.number);
  check_finding(findings.birth);
  check_finding(findings.expiry);
  check(findings.birth.verdict != FieldVerdict::Differs ||
            findings.expiry.verdict != FieldVerdict::Differs,
        "a date differs only beside one that agrees");
  if (findings.number.contradiction) {
    check(findings.number.contradiction->letters.size() == number.size(),
          "a number that differs is as long as the stated one");
  }
}

const Target kTarget("printed", run);

}  // namespace countersign::fuzz::printed_target
