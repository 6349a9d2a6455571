#include "http/review/operators/operator_page.h"

#include <utility>

#include "http/call/machine_problem.h"
#include "http/review/cases/case_access.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

// No place in a list is longer.
constexpr std::size_t kPlaceMax = 256;

Problem wrong_place() {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "It must be the next of an earlier answer.",
          .field = "after"};
}

Result<OperatorPage, Problem> page_of(const Call& call) {
  OperatorPage page;
  if (auto after = call.query("after")) {
    if (after->size() > kPlaceMax) return wrong_place();
    page.after = *std::move(after);
  }
  if (const auto limit = call.query("limit")) {
    const auto number = parse_whole(*limit, OperatorPage::kLimitMax);
    if (!number || *number == 0) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = "It must be a number from 1 to 100.",
                     .field = "limit"};
    }
    page.limit = *number;
  }
  return page;
}

}  // namespace

void refuse_place(const CallPtr& call) { call->refuse(wrong_place()); }

void answer_page(ReviewService& service,
                 const CallPtr& call,
                 const AuthenticatedReviewer& who,
                 OperatorWork work) {
  auto page = page_of(*call);
  if (!page) return call->refuse(page.error());
  run_for(who.reviewer.id,
          service.reads,
          call,
          [call, page = *std::move(page), work = std::move(work)] {
            const auto body = work(page);
            if (!body) return call->refuse(problem_of(body.error()));
            call->reply_json(200, *body);
          });
}

}  // namespace countersign::http
