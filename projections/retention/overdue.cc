#include "projections/retention/overdue.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/submit_all.h"

namespace countersign {
namespace {

constexpr std::size_t kCasesAPage = 128;

// The latest end of a capture whose case is due now.
UtcTime due_until(UtcTime now, std::uint64_t due_ms) {
  constexpr std::uint64_t kMost =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 2'000'000;
  const auto due = static_cast<std::int64_t>(std::min(due_ms, kMost)) * 1000;
  return now - Duration(due);
}

class OverdueSearch {
 public:
  OverdueSearch(DataFolder& data, const OverdueOptions& options) : data_(data), options_(options) {}

  Result<OverdueReport, StoreError> run() {
    const auto due_times = data_.queries().due_times();
    if (!due_times) return due_times.error();
    for (const ClientDue& due : *due_times) {
      if (const auto error = report_of(due)) return *error;
      if (!report_.complete) break;
    }
    return report_;
  }

 private:
  // Continues behind the last case seen, since one that cannot be read stays in the list.
  std::optional<StoreError> report_of(const ClientDue& due) {
    const UtcTime until = due_until(options_.now, due.due_ms);
    std::optional<WaitingCase> last;
    for (;;) {
      if (options_.given_up()) report_.complete = false;
      if (!report_.complete) return std::nullopt;
      const auto cases = data_.queries().waiting_since(due.client, until, kCasesAPage, last);
      if (!cases) return cases.error();
      if (cases->empty()) return std::nullopt;
      if (const auto error = report_these(*cases)) return error;
      last = cases->back();
    }
  }

  // A rejection means that somebody decided or reported the case meanwhile, or that the client has
  // another due time by now.
  std::optional<StoreError> report_these(const std::vector<WaitingCase>& cases) {
    std::vector<Submission> submissions;
    for (const WaitingCase& waiting : cases) {
      submissions.push_back({stream_of(waiting.session),
                             SessionCommand(ReportOverdue{.at = options_.now}),
                             Actor{ActorKind::Sweep, {}},
                             options_.request});
    }
    for (const Outcome& outcome : submit_all(data_.writer(), std::move(submissions))) {
      if (std::holds_alternative<Committed>(outcome)) ++report_.reported;
      if (std::holds_alternative<Busy>(outcome)) report_.complete = false;
      const auto* error = std::get_if<StoreError>(&outcome);
      if (error == nullptr) continue;
      if (*error != StoreError::Unreadable) return *error;
      ++report_.unread;
    }
    return std::nullopt;
  }

  DataFolder& data_;
  const OverdueOptions& options_;
  OverdueReport report_;
};

}  // namespace

Result<OverdueReport, StoreError> report_overdue(DataFolder& data, const OverdueOptions& options) {
  return OverdueSearch(data, options).run();
}

}  // namespace countersign
