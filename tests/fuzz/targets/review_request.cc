// The body by which a back office decides a review.
#include "http/backend/reviews/review_request.h"

#include <string>

#include "core/check.h"
#include "core/session/review/review_reasons.h"
#include "core/text/utf8.h"
#include "http/wire/reference_text.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::review_request_target {

void run(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  const auto request = http::parse_review_request(body);
  if (!request) {
    check(request.error().code == http::ProblemCode::InvalidJson || request.error().field,
          "a refused member is named");
    return;
  }
  check(are_review_reasons(request->reasons, request->decision),
        "a decision has from 1 to 16 codes");
  if (request->reviewer) check(is_reviewer_name(*request->reviewer), "a reviewer has a name");
  const bool asks_again = request->decision == ReviewDecision::Resubmit;
  check(asks_again == request->steps.has_value(), "a decision asks again exactly with steps");
  if (request->words) {
    check(asks_again && !request->words->empty() && http::are_review_words(*request->words),
          "words are short and non-empty, and go with steps");
  }
  if (request->tell) check(http::is_label_key(*request->tell), "a sentence has a name");
  if (!request->note) return;
  check(!request->note->empty() && is_utf8(*request->note), "a note is non-empty UTF-8");
  check(http::is_review_note(*request->note), "a note is short, and free of control characters");
}

const Target kTarget("review_request", run);

}  // namespace countersign::fuzz::review_request_target
