#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "events/audit/activity.h"

namespace countersign {

// The length of one bar of a chart.
enum class PeriodUnit : std::uint8_t { Day, Week, Month, Year };
template <>
inline constexpr auto enum_names<PeriodUnit> = std::to_array<Named<PeriodUnit>>({
    {PeriodUnit::Day, "day"},
    {PeriodUnit::Week, "week"},
    {PeriodUnit::Month, "month"},
    {PeriodUnit::Year, "year"},
});

struct Period {
  DayNumber first = 0;
  std::string label;  // 2026-11-21, for a week its Monday; 2026-11; 2026
  DayActivity sum;
};

// Divides the time from the first event to the last, without a gap, into at most about a hundred
// periods; there may be more periods of a year. Pure.
struct Periods {
  PeriodUnit unit = PeriodUnit::Day;
  std::vector<Period> all;
};
Periods periods_of(const Activity& activity);

}  // namespace countersign
