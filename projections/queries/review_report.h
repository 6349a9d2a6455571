#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "projections/queries/queries.h"

namespace countersign {

// What one reviewer did in a span of time.
struct ReviewerFigures {
  std::uint64_t decisions = 0;               // opinions, of four eyes each
  std::uint64_t disagreements = 0;           // of them: the decision that counts now is another
  std::uint64_t corrections = 0;             // of settled decisions
  std::uint64_t looks_without_decision = 0;  // cases looked at and not decided to this day
};

// How cases are decided. The times are those of the reviews that were settled in the span, from
// the end of the capture to the decision.
struct ReviewReport {
  std::uint64_t waiting = 0;               // now
  std::optional<std::uint64_t> oldest_ms;  // that a case has waited until now
  std::optional<std::uint64_t> median_ms;
  std::optional<std::uint64_t> p95_ms;
  std::map<std::string, ReviewerFigures> reviewers;  // by name; "" of those without one
};

// The span of a report, and whose cases it counts.
struct ReportedSpan {
  UtcTime from;
  UtcTime to;
  std::function<bool(const ClientKey&)> covers;
};

// Reads the acts of the span and each case that they are about. Blocks.
Result<ReviewReport, StoreError> review_report(const Queries& queries,
                                               const ReportedSpan& span,
                                               UtcTime now);

}  // namespace countersign
