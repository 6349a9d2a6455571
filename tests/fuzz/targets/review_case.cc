// The bodies that the console's page sends about a case.
#include "core/check.h"
#include "core/session/review/review_reasons.h"
#include "http/review/cases/case_requests.h"
#include "http/review/desk/desk_requests.h"
#include "http/wire/reference_text.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::review_case_target {

void run(std::string_view input) {
  (void)http::parse_next_body(input);
  (void)http::parse_look_body(input);
  const auto assigned = http::parse_assign_body(input);
  check(!assigned || (assigned->sessions().size() == assigned->cases.size() &&
                      !assigned->cases.empty() && is_reviewer_id(assigned->reviewer)),
        "cases are assigned by their ids, to a reviewer");
  const auto back = http::parse_unassign_body(input);
  check(!back || back->sessions().size() <= http::kCasesOfACallMax, "a call names few cases");
  const auto words = http::parse_hand_over_body(input);
  check(!words || http::is_hand_over_words(*words), "a hand-over has words");
  const auto body = http::parse_decision_body(input);
  if (!body) return;
  check(are_review_reasons(body->reasons, body->decision), "a decision has reasons, each a code");
  check((body->decision == ReviewDecision::Resubmit) == body->steps.has_value(),
        "a decision asks again exactly with steps");
  check(!body->note || !body->note->empty(), "a note is not empty");
  check(!body->tell || http::is_label_key(*body->tell), "a sentence is named as a label is");
  check(!body->told, "no body has the sentence itself");
  ReviewStatement statement{{}, body->decision, body->reasons, body->seen.value_or(0), body->kind};
  const std::string text = text_of(statement);
  statement.seen += 1;
  check(text_of(statement) != text, "no two statements have the same bytes");
  const auto again = http::parse_decision_body(" " + std::string(input) + "\n");
  check(again && again->reasons == body->reasons && again->seen == body->seen,
        "surrounding white space means nothing");
}

const Target kTarget("review_case", run);

}  // namespace countersign::fuzz::review_case_target
