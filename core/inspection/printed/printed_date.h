#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/inspection/printed/printed_text.h"

namespace countersign {

// The order in which a date is printed, and how.
struct DateStyle {
  enum class Order : std::uint8_t { DayMonthYear, MonthDayYear, YearMonthDay };
  Order order = Order::DayMonthYear;
  bool named_month = false;  // a word instead of a number
  bool century = true;       // a year of four digits
  bool operator==(const DateStyle&) const = default;
};

// One way to read a place in the print as a date. 03/04/1974 is two of them.
struct PrintedDate {
  DateStyle style;
  int year = 0;  // of two digits if the style has no century
  unsigned month = 0;
  unsigned day = 0;
  float sure = 0;  // of the least certain digit
  TextBox box{};
  std::string letters;  // as read, letters and digits only

  // Whether it is that date of a zone, which has two digits of the year. A year of two digits may
  // be of any century. The century of a year of four digits is compared, but a date since 2000 may
  // be meant for one a century earlier: somebody may be a hundred years old.
  bool is(std::chrono::year_month_day date) const;
  // With the century that puts the year nearest to the given one, whatever is printed.
  std::chrono::year_month_day near(std::chrono::year other) const;
};

// Returns the dates in one line, in every way in which each can be read:
//
//   12.08.1974  12 08 74  08/12/1974  1974-08-12  12081974  12 AUG/AOUT 74  12AUG1974  AUG 12, 1974
//
// Every date has a month from 1 to 12 and a day from 1 to 31. Pure; the work grows with the length
// of the line only.
std::vector<PrintedDate> printed_dates(const PrintedLine& line);

}  // namespace countersign
