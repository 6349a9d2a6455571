#include "projections/queries/review_report.h"

#include <algorithm>
#include <vector>

namespace countersign {
namespace {

std::uint64_t ms_between(UtcTime from, UtcTime to) {
  return to <= from ? 0 : static_cast<std::uint64_t>((to - from).count() / 1000);
}

using Figures = std::map<std::string, ReviewerFigures>;

// Leaves the figures of the names of a back office that decided the most, and adds the others to
// those of nobody.
void fold_names(Figures& figures) {
  std::vector<Figures::iterator> names;
  for (auto each = figures.begin(); each != figures.end(); ++each) {
    if (!each->first.empty() && !is_reviewer_id(each->first)) names.push_back(each);
  }
  if (names.size() <= kOfficeNamesOfAReport) return;
  std::ranges::stable_sort(
      names, std::ranges::greater(), [](const auto& name) { return name->second.decisions; });
  for (std::size_t i = kOfficeNamesOfAReport; i < names.size(); ++i) {
    figures[""].add(names[i]->second);
    figures.erase(names[i]);
  }
}

class Reporting {
 public:
  Reporting(const Queries& queries, const ReviewDaysAsked& asked, UtcTime now)
      : queries_(queries), asked_(asked), now_(now) {}

  Result<ReviewReport, StoreError> run() {
    if (auto error = count_waiting()) return *error;
    if (auto error = add_people()) return *error;
    if (auto error = add_waits()) return *error;
    if (auto error = add_reasons()) return *error;
    return std::move(report_);
  }

 private:
  std::optional<StoreError> count_waiting() {
    const auto waiting = queries_.reviews_waiting(asked_.clients, asked_.sandbox);
    if (!waiting) return waiting.error();
    report_.waiting = *waiting;
    const auto oldest = queries_.reviews({asked_.clients, asked_.sandbox, {}}, Sequence(), 1);
    if (!oldest) return oldest.error();
    if (oldest->empty()) return std::nullopt;
    const auto session = queries_.session(oldest->front().session);
    if (!session) return session.error();
    if (!*session || !(*session)->ended_at) return std::nullopt;
    report_.oldest_ms = ms_between(*(*session)->ended_at, now_);
    return std::nullopt;
  }

  // The entries come client by client.
  std::optional<StoreError> add_people() {
    Figures of_client;
    ClientKey client;
    const auto end_client = [&] {
      fold_names(of_client);
      for (const auto& [reviewer, figures] : of_client) report_.reviewers[reviewer].add(figures);
      of_client.clear();
    };
    const auto add = [&](const ReviewDays::Place& place, const ReviewerFigures& figures) {
      if (place.client != client) end_client();
      client = place.client;
      of_client[std::string(place.reviewer)].add(figures);
      report_.days[place.day].figures.add(figures);
    };
    auto error = queries_.reviewer_days(asked_, add);
    end_client();
    return error;
  }

  std::optional<StoreError> add_waits() {
    WaitTimes all;
    if (auto error = queries_.review_waits(asked_, [&](const WaitTimes& day) { all.add(day); })) {
      return error;
    }
    report_.median_ms = all.percentile(50);
    report_.p95_ms = all.percentile(95);
    return std::nullopt;
  }

  std::optional<StoreError> add_reasons() {
    return queries_.reason_days(asked_, [&](const ReviewDays::Place& place, std::uint64_t count) {
      report_.days[place.day].reasons[std::string(place.reviewer)] += count;
    });
  }

  const Queries& queries_;
  const ReviewDaysAsked& asked_;
  const UtcTime now_;
  ReviewReport report_;
};

}  // namespace

std::optional<std::pair<std::uint64_t, std::uint64_t>> days_between(UtcTime from, UtcTime to) {
  if (to <= from) return std::nullopt;
  const std::uint64_t first = ReviewDays::day_of(from);
  const std::uint64_t last = ReviewDays::day_of(UtcTime(to.value() - 1));
  if (last - first >= kReportedDaysMax) return std::nullopt;
  return std::pair(first, last);
}

Result<ReviewReport, StoreError> review_report(const Queries& queries,
                                               const ReviewDaysAsked& asked,
                                               UtcTime now) {
  return Reporting(queries, asked, now).run();
}

}  // namespace countersign
