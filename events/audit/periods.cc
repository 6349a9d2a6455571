#include "events/audit/periods.h"

#include <chrono>
#include <utility>

namespace countersign {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr DayNumber kDaysMax = 62;
constexpr DayNumber kWeeksMax = 7 * 78;
constexpr DayNumber kMonthsMax = 366 * 8;

PeriodUnit unit_for(DayNumber span) {
  if (span <= kDaysMax) return PeriodUnit::Day;
  if (span <= kWeeksMax) return PeriodUnit::Week;
  if (span <= kMonthsMax) return PeriodUnit::Month;
  return PeriodUnit::Year;
}

year_month_day date(DayNumber day) { return sys_days(days(day)); }
DayNumber number(const year_month_day& day) {
  return static_cast<DayNumber>(sys_days(day).time_since_epoch().count());
}

DayNumber begin_of(PeriodUnit unit, DayNumber day) {
  switch (unit) {
    case PeriodUnit::Day:
      return day;
    case PeriodUnit::Week:
      return day -
             static_cast<DayNumber>(std::chrono::weekday(sys_days(days(day))).iso_encoding() - 1);
    case PeriodUnit::Month:
      return number(date(day).year() / date(day).month() / std::chrono::day(1));
    case PeriodUnit::Year:
      return number(date(day).year() / std::chrono::January / std::chrono::day(1));
  }
  return day;
}

DayNumber next(PeriodUnit unit, DayNumber first) {
  switch (unit) {
    case PeriodUnit::Day:
      return first + 1;
    case PeriodUnit::Week:
      return first + 7;
    case PeriodUnit::Month:
      return number(date(first) + std::chrono::months(1));
    case PeriodUnit::Year:
      return number(date(first) + std::chrono::years(1));
  }
  return first + 1;
}

std::string label_of(PeriodUnit unit, DayNumber first) {
  std::string text = date_of(first);
  if (unit == PeriodUnit::Month) return text.substr(0, text.size() - 3);
  if (unit == PeriodUnit::Year) return text.substr(0, text.size() - 6);
  return text;
}

}  // namespace

Periods periods_of(const Activity& activity) {
  Periods periods;
  if (activity.days.empty()) return periods;
  const DayNumber last = activity.days.rbegin()->first;
  periods.unit = unit_for(last - activity.days.begin()->first + 1);
  auto day = activity.days.begin();
  for (DayNumber first = begin_of(periods.unit, day->first); first <= last;) {
    const DayNumber end = next(periods.unit, first);
    Period period{first, label_of(periods.unit, first), {}};
    for (; day != activity.days.end() && day->first < end; ++day) period.sum.add(day->second);
    periods.all.push_back(std::move(period));
    first = end;
  }
  return periods;
}

}  // namespace countersign
