// The parameters of the list of sessions, which any backend may send.
#include "http/backend/sessions/sessions_query.h"

#include <string>

#include "core/check.h"
#include "core/session/review/review_reasons.h"
#include "http/backend/sessions/session_page.h"
#include "http/wire/reference_text.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::sessions_query_target {

void run(std::string_view input) {
  std::string query(input);
  query.shrink_to_fit();
  const auto read = http::read_sessions_query(query);
  if (!read) {
    const http::Problem& problem = read.error();
    check(problem.code == http::ProblemCode::InvalidParameter, "a refusal is of a parameter");
    check(!problem.field || !problem.field->empty(), "a refused parameter is named, or unknown");
    return;
  }
  check(read->limit >= 1 && read->limit <= http::kSessionsLimitMax, "a page has a bounded limit");
  const SessionsAsked& asked = read->asked;
  check(!asked.client, "a caller asks for no client but itself");
  check(!asked.user_ref || http::is_reference(*asked.user_ref), "a userRef has the form of one");
  check(!asked.reason || is_reason_code(*asked.reason), "a reason has the form of a code");
  check(asked.labels.size() <= http::kLabelsMax, "a query has at most 10 labels");
  for (const SessionLabel& label : asked.labels) {
    check(http::is_label_key(label.key) && http::is_reference(label.value),
          "a label of a query has the form of one");
  }
  if (!read->after) return;
  check(http::place_of(http::text_of(*read->after)) == read->after, "a cursor has one text");
}

const Target kTarget("sessions_query", run);

}  // namespace countersign::fuzz::sessions_query_target
