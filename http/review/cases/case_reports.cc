// GET /review/api/reports: how cases are decided.
#include <optional>
#include <string>
#include <utility>

#include "core/machine/threads/background.h"
#include "http/answers/review_report.h"
#include "http/call/machine_problem.h"
#include "http/json/json_of.h"
#include "http/review/authenticate_reviewer.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_schemas.h"
#include "http/review/cases/case_scope.h"
#include "http/review/me_json.h"
#include "projections/queries/review_report.h"

namespace countersign::http {
namespace {

Problem refused_span() {
  Problem problem{.code = ProblemCode::InvalidParameter, .detail = std::string(kReportedDaysHint)};
  problem.field = "from";
  return problem;
}

Result<ReviewDaysAsked, Problem> days_of(const Call& call, const Reviewer& reviewer, UtcTime now) {
  const auto sandbox = asks_for_sandbox(call);
  if (!sandbox) return sandbox.error();
  const auto days = days_asked(call.query("from"), call.query("to"), now);
  if (!days) return refused_span();
  return ReviewDaysAsked{
      clients_covered(reviewer, CaseAct::ReadReports), *sandbox, days->first, days->second};
}

}  // namespace

Schema reports_schema() { return answer_schema_of<ReportAnswer>("Reports"); }

void show_reports(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const UtcTime now = service.clock.now();
  auto asked = days_of(*call, who.reviewer, now);
  if (!asked) return call->refuse(asked.error());
  const bool is_kept = keep_reviewer_rate(
      service, call, RateClass::Report, who.reviewer.id, service.settings.report_rate);
  if (!is_kept) return;
  run_for(who.reviewer.id, service.reports, call, [&service, call, now, asked = *std::move(asked)] {
    // Every job of the pool is a report.
    thread_local const bool is_low = (go_to_background(), true);
    (void)is_low;
    const auto report = review_report(service.data.queries(), asked, now);
    if (!report) return call->refuse(problem_of(report.error()));
    const auto name_of = [&](const std::string& reviewer) {
      return is_reviewer_id(reviewer) ? name_of_reviewer(service, ReviewerId(reviewer)) : reviewer;
    };
    call->reply_json(200, json_of(answer_of(*report, asked, name_of)));
  });
}

}  // namespace countersign::http
