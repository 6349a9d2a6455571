// GET /review/api/reports: how cases are decided.
#include <optional>
#include <string>
#include <utility>

#include "http/answers/review_report.h"
#include "http/call/machine_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/me_json.h"
#include "projections/queries/review_report.h"

namespace countersign::http {
namespace {

Result<ReportedSpan, Problem> span_of(const Call& call, const Reviewer& reviewer, UtcTime now) {
  ReportedSpan span{now - kReportedSpan, now, [reviewer](const ClientKey& client) {
                      return may(reviewer.roles, CaseAct::ReadReports, client);
                    }};
  for (const auto& [name, member] :
       {std::pair("from", &ReportedSpan::from), std::pair("to", &ReportedSpan::to)}) {
    const auto text = call.query(name);
    if (!text) continue;
    const auto time = report_time(*text);
    if (!time) {
      Problem problem{.code = ProblemCode::InvalidParameter,
                      .detail = "A time or a day is needed."};
      problem.field = name;
      return problem;
    }
    span.*member = *time;
  }
  return span;
}

}  // namespace

void show_reports(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const UtcTime now = service.clock.now();
  auto span = span_of(*call, who.reviewer, now);
  if (!span) return call->refuse(span.error());
  run_on(service.transfers, ClientKey(), call, [&service, call, now, span = *std::move(span)] {
    const auto report = review_report(service.data.queries(), span, now);
    if (!report) return call->refuse(problem_of(report.error()));
    const auto name_of = [&](const std::string& reviewer) {
      return is_reviewer_id(reviewer) ? name_of_reviewer(service, ReviewerId(reviewer)) : reviewer;
    };
    call->reply_json(200, json_of(answer_of(*report, name_of)));
  });
}

}  // namespace countersign::http
