#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/utc_time.h"
#include "http/json/members.h"
#include "projections/queries/review_report.h"

// A report of how cases are decided, as the console and the operators get it.
namespace countersign::http {

struct ReportedQueue {
  std::uint64_t waiting = 0;
  std::optional<std::uint64_t> oldest_s;
};
struct ReportedTimes {
  std::optional<std::uint64_t> median_s;
  std::optional<std::uint64_t> p95_s;
};
struct ReportedReviewer {
  std::string reviewer;
  std::string name;
  ReviewerFigures figures;
};
struct ReportAnswer {
  ReportedQueue queue;
  ReportedTimes time;
  std::vector<ReportedReviewer> reviewers;
};

namespace detail {
constexpr auto kFigures = [](const ReportedReviewer& reported) -> const ReviewerFigures& {
  return reported.figures;
};
}  // namespace detail

template <>
inline constexpr auto members_of<ReportedQueue> =
    members(Member{"waiting", &ReportedQueue::waiting, "The cases that wait now."},
            Member{"oldestSeconds",
                   &ReportedQueue::oldest_s,
                   "How long the oldest has waited; null if none waits."});
template <>
inline constexpr auto members_of<ReportedTimes> =
    members(Member{"medianSeconds",
                   &ReportedTimes::median_s,
                   "From the end of a capture to its decision; null of no decisions."},
            Member{"p95Seconds", &ReportedTimes::p95_s, "The same for 95 of 100."});
template <>
inline constexpr auto members_of<ReportedReviewer> = std::tuple_cat(
    members(Member{"reviewer", &ReportedReviewer::reviewer, "Empty for those who were not named."},
            Member{"name", &ReportedReviewer::name}),
    members_through(detail::kFigures,
                    members(Member{"decisions", &ReviewerFigures::decisions},
                            Member{"disagreements",
                                   &ReviewerFigures::disagreements,
                                   "Decisions that are not the one that counts now."},
                            Member{"corrections",
                                   &ReviewerFigures::corrections,
                                   "Decisions that were replaced by this reviewer."},
                            Member{"looksWithoutDecision",
                                   &ReviewerFigures::looks_without_decision,
                                   "Cases looked at without a decision to this day."})));
template <>
inline constexpr auto members_of<ReportAnswer> = members(Member{"queue", &ReportAnswer::queue},
                                                         Member{"time", &ReportAnswer::time},
                                                         Member{"reviewers",
                                                                &ReportAnswer::reviewers});

// The span of a report unless another is asked for, until now.
inline constexpr Duration kReportedSpan = std::chrono::hours(24 * 30);
// A time as RFC 3339, or the beginning of a day, YYYY-MM-DD.
inline std::optional<UtcTime> report_time(const std::string& text) {
  if (const auto time = parse_utc_time(text)) return time;
  return parse_utc_time(text + "T00:00:00Z");
}

// `name_of` names a reviewer to people.
inline ReportAnswer answer_of(const ReviewReport& report,
                              const std::function<std::string(const std::string&)>& name_of) {
  const auto seconds = [](const std::optional<std::uint64_t>& ms) {
    return ms ? std::optional(*ms / 1000) : std::nullopt;
  };
  ReportAnswer answer{{report.waiting, seconds(report.oldest_ms)},
                      {seconds(report.median_ms), seconds(report.p95_ms)},
                      {}};
  for (const auto& [reviewer, figures] : report.reviewers) {
    answer.reviewers.push_back({reviewer, name_of(reviewer), figures});
  }
  return answer;
}

}  // namespace countersign::http
