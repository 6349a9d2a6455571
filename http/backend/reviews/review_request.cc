#include "http/backend/reviews/review_request.h"

#include "core/client/page_rules.h"
#include "core/session/review/review_reasons.h"
#include "http/body/body_of.h"

namespace countersign::http {

template <>
constexpr BodyRules body_rules<ReviewRequest>{.form = BodyRules::Form::Closed};

template <>
constexpr auto members_of<ReviewRequest> = members(
    Member{"decision",
           &ReviewRequest::decision,
           {},
           {.wrong = "The decision must be PASSED or FAILED."}},
    Member{
        "reasons",
        &ReviewRequest::reasons,
        "Codes, each once; the console's or your own.",
        {.max_length = kReviewReasonLengthMax,
         .min_items = 1,
         .max_items = kReviewReasonsMax,
         .pattern = "^[A-Z0-9_]+$",
         .is = is_reason_code,
         .each_once = true,
         .wrong = "The reasons must be a list of 1 to 16 codes, each once, of at most 64 capital "
                  "letters, digits and underscores."}},
    Member{"note",
           &ReviewRequest::note,
           "A text for people, which is erased with the session's files.",
           {.left_out = true,
            .max_length = kReviewNoteMax,
            .is = is_review_note,
            .empty_is_none = true,
            .wrong = "The note must be a text of at most 2000 characters, without control "
                     "characters other than line breaks and tabs."}},
    Member{"reviewer",
           &ReviewRequest::reviewer,
           "Your name for who decides, and no personal data; needed if the client's "
           "decisions need two reviewers.",
           {.left_out = true,
            .max_length = kReviewerLengthMax,
            .pattern = "^(?!rvw_)[A-Za-z0-9._@+-]+$",
            .is = is_reviewer_name,
            .empty_is_none = true,
            .wrong = "The reviewer must have at most 64 letters, digits and . _ @ + -, and must "
                     "not begin with rvw_."}});

bool is_review_note(std::string_view text) {
  return text.empty() || is_plain_text(text, kReviewNoteMax);
}

Result<ReviewRequest, Problem> parse_review_request(std::string_view body) {
  return body_of<ReviewRequest>(body);
}

Schema review_request_schema() { return schema_of<ReviewRequest>("DecideReview"); }

}  // namespace countersign::http
