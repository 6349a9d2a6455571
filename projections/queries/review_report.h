#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "projections/queries/queries.h"

namespace countersign {

// How cases are decided. The times are those of the reviews that were settled on the days of the
// report, from the end of the capture to the decision, as WaitTimes has them.
struct ReviewReport {
  std::uint64_t waiting = 0;               // now
  std::optional<std::uint64_t> oldest_ms;  // that a case has waited until now
  std::optional<std::uint64_t> median_ms;
  std::optional<std::uint64_t> p95_ms;
  std::map<std::string, ReviewerFigures> reviewers;  // by name; "" of those without one

  // The acts of all reviewers on one day.
  struct Day {
    ReviewerFigures figures{};
    // By reason; "" of those that are not of review_reasons.h.
    std::map<std::string, std::uint64_t> reasons{};
  };
  std::map<std::uint64_t, Day> days;  // those on which anything was counted
};

inline constexpr std::uint64_t kReportedDaysMax = 366;
// Names of one client's back office that a report has apart, those with the most decisions; the
// figures of the others are with those of nobody.
inline constexpr std::size_t kOfficeNamesOfAReport = 128;

// The days that a span of time touches: the first and the last. nullopt if the span is empty, or
// touches more than kReportedDaysMax.
std::optional<std::pair<std::uint64_t, std::uint64_t>> days_between(UtcTime from, UtcTime to);

// Adds up the days of the clients, as they were folded: the cost is that of days, clients and
// reviewers, and not of decisions. Blocks. REQUIRES: kReportedDaysMax days at most.
Result<ReviewReport, StoreError> review_report(const Queries& queries,
                                               const ReviewDaysAsked& asked,
                                               UtcTime now);

}  // namespace countersign
