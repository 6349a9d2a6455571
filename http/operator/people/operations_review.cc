// How people decide: the report of the console, over all clients.
#include <optional>
#include <string>
#include <utility>

#include "http/answers/review_report.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "projections/folder/reviewer_names.h"

namespace countersign::http {
namespace {

struct AskedReport {
  std::optional<std::string> from{};
  std::optional<std::string> to{};
};

}  // namespace

template <>
constexpr auto members_of<AskedReport> = members(
    Member{
        "from", &AskedReport::from, "A day, or a time; 30 days ago if it is left out.", kLeftOut},
    Member{"to", &AskedReport::to, "The same; now if it is left out.", kLeftOut});

namespace {

Result<ReportAnswer, Problem> report_reviews(const OperationContext& context,
                                             const AskedReport& input) {
  const UtcTime now = context.data.clock().now();
  const auto from = input.from ? report_time(*input.from) : std::optional(now - kReportedSpan);
  const auto to = input.to ? report_time(*input.to) : std::optional(now);
  if (!from || !to) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "A report is from a day or a time to another: YYYY-MM-DD."};
  }
  const ReportedSpan span{*from, *to, [](const ClientKey&) { return true; }};
  const auto report = review_report(context.data.queries(), span, now);
  if (!report) return problem_of(report.error());
  const ReviewerNames names(context.data.path());
  return answer_of(*report, [&](const std::string& reviewer) {
    if (!is_reviewer_id(reviewer)) return reviewer;
    const auto name = names.of(ReviewerId(reviewer));
    return name ? *name : std::string();
  });
}

constexpr Operation kReviewOperations[] = {
    operation<report_reviews>(
        "review report", "Count the queue, the time to decisions, and what reviewers did.", false),
};

}  // namespace

std::span<const Operation> review_operations() { return kReviewOperations; }

}  // namespace countersign::http
