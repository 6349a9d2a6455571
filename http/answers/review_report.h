#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
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
struct ReportedReason {
  std::string reason;
  std::uint64_t count = 0;
};
struct ReportedDay {
  UtcTime day;
  ReviewerFigures figures;
  std::vector<ReportedReason> reasons;
};
struct ReportAnswer {
  UtcTime from;
  UtcTime to;
  bool sandbox = false;
  ReportedQueue queue;
  ReportedTimes time;
  std::vector<ReportedReviewer> reviewers;
  std::vector<ReportedDay> days;
};

namespace detail {
constexpr auto kFigures = [](const ReportedReviewer& reported) -> const ReviewerFigures& {
  return reported.figures;
};
constexpr auto kFiguresOfDay = [](const ReportedDay& reported) -> const ReviewerFigures& {
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
inline constexpr auto members_of<ReportedTimes> = members(
    Member{"medianSeconds",
           &ReportedTimes::median_s,
           "Half of the cases were decided so long after the end of their capture, or sooner; a "
           "sixteenth too long at most. Null of no decisions."},
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
                            Member{"decisionsWithoutLook",
                                   &ReviewerFigures::without_look,
                                   "Decisions and corrections without a look at each side of the "
                                   "document and at the face."},
                            Member{"looksWithoutDecision",
                                   &ReviewerFigures::looks_without_decision,
                                   "Cases first looked at on these days, and not decided to this "
                                   "day."})));
template <>
inline constexpr auto members_of<ReportedReason> = members(
    Member{"reason", &ReportedReason::reason, "Empty for the codes of a back office's own."},
    Member{
        "count", &ReportedReason::count, "The decisions and corrections that count and gave it."});
template <>
inline constexpr auto members_of<ReportedDay> = std::tuple_cat(
    members(Member{"day", &ReportedDay::day, "The beginning of the day."}),
    members_through(detail::kFiguresOfDay,
                    members(Member{"decisions", &ReviewerFigures::decisions},
                            Member{"disagreements", &ReviewerFigures::disagreements},
                            Member{"corrections", &ReviewerFigures::corrections},
                            Member{"decisionsWithoutLook", &ReviewerFigures::without_look},
                            Member{"looksWithoutDecision",
                                   &ReviewerFigures::looks_without_decision})),
    members(Member{"reasons", &ReportedDay::reasons}));
template <>
inline constexpr auto members_of<ReportAnswer> =
    members(Member{"from", &ReportAnswer::from, "The beginning of the first day that is counted."},
            Member{"to", &ReportAnswer::to, "The end of the last."},
            Member{"sandbox",
                   &ReportAnswer::sandbox,
                   "Whether the sandbox's cases are counted; else those of persons are."},
            Member{"queue", &ReportAnswer::queue},
            Member{"time", &ReportAnswer::time},
            Member{"reviewers", &ReportAnswer::reviewers},
            Member{"days",
                   &ReportAnswer::days,
                   "What all reviewers did, by day; days without anything are left out."});

// The span of a report unless another is asked for, until its end.
inline constexpr Duration kReportedSpan = std::chrono::hours(24 * 30);
inline constexpr std::string_view kReportedDaysHint =
    "A report is of the days from `from` to `to`, a year of 366 days at most.";
// A time as RFC 3339, or the beginning of a day, YYYY-MM-DD.
inline std::optional<UtcTime> report_time(const std::string& text) {
  if (const auto time = parse_utc_time(text)) return time;
  return parse_utc_time(text + "T00:00:00Z");
}

// The days from `from` to before `to`: until now unless `to` is given, and of kReportedSpan unless
// `from` is. None if these are no times, no span, or too long a one.
inline std::optional<std::pair<std::uint64_t, std::uint64_t>> days_asked(
    const std::optional<std::string>& from, const std::optional<std::string>& to, UtcTime now) {
  const auto end = to ? report_time(*to) : std::optional(now);
  if (!end) return std::nullopt;
  const auto start = from ? report_time(*from) : std::optional(*end - kReportedSpan);
  return start ? days_between(*start, *end) : std::nullopt;
}

// `name_of` names a reviewer to people.
inline ReportAnswer answer_of(const ReviewReport& report,
                              const ReviewDaysAsked& asked,
                              const std::function<std::string(const std::string&)>& name_of) {
  const auto seconds = [](const std::optional<std::uint64_t>& ms) {
    return ms ? std::optional(*ms / 1000) : std::nullopt;
  };
  ReportAnswer answer{ReviewDays::start_of(asked.first),
                      ReviewDays::start_of(asked.last + 1),
                      asked.sandbox,
                      {report.waiting, seconds(report.oldest_ms)},
                      {seconds(report.median_ms), seconds(report.p95_ms)},
                      {},
                      {}};
  for (const auto& [reviewer, figures] : report.reviewers) {
    answer.reviewers.push_back({reviewer, name_of(reviewer), figures});
  }
  for (const auto& [day, counted] : report.days) {
    ReportedDay reported{ReviewDays::start_of(day), counted.figures, {}};
    for (const auto& [reason, count] : counted.reasons) reported.reasons.push_back({reason, count});
    answer.days.push_back(std::move(reported));
  }
  return answer;
}

}  // namespace countersign::http
