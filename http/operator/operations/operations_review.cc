#include "http/operator/operations/operations_review.h"

#include <optional>
#include <string>
#include <utility>

#include "http/answers/review_report.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "projections/folder/reviewer_names.h"

// How people decide: the report of the console, over all clients.
namespace countersign::http {
namespace {

Result<ReportAnswer, Problem> report_reviews(const OperationContext& context,
                                             const AskedReport& input) {
  const UtcTime now = context.data.clock().now();
  const auto days = days_asked(input.from, input.to, now);
  if (!days) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = std::string(kReportedDaysHint) + " A day is YYYY-MM-DD."};
  }
  const ReviewDaysAsked asked{{}, input.sandbox, days->first, days->second, context.given_up};
  const auto report = review_report(context.data.queries(), asked, now);
  if (!report) return problem_of(report.error());
  const ReviewerNames names(context.data.path());
  return answer_of(*report, asked, [&](const std::string& reviewer) {
    if (!is_reviewer_id(reviewer)) return reviewer;
    const auto name = names.of(ReviewerId(reviewer));
    return name ? *name : std::string();
  });
}

constexpr Operation kReviewOperations[] = {
    operation<report_reviews>("review report",
                              "Count the queue, the time to decisions, and what reviewers did.",
                              false,
                              LongWork::ReviewReport),
};

}  // namespace

std::span<const Operation> review_operations() { return kReviewOperations; }

}  // namespace countersign::http
