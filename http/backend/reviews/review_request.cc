#include "http/backend/reviews/review_request.h"

#include <algorithm>

#include "core/client/page_rules.h"
#include "core/session/review/review_reasons.h"
#include "core/text/json_document.h"
#include "http/body/body_of.h"
#include "http/wire/reference_text.h"

namespace countersign::http {

template <>
constexpr BodyRules body_rules<ReviewRequest>{.form = BodyRules::Form::Closed};

template <>
constexpr auto members_of<ReviewRequest> = members(
    Member{"decision",
           &ReviewRequest::decision,
           {},
           {.wrong = "The decision must be PASSED, FAILED or RESUBMIT."}},
    Member{
        "reasons",
        &ReviewRequest::reasons,
        "Codes, each once; the console's or your own. RESUBMIT needs none.",
        {.left_out = true,
         .max_length = kReviewReasonLengthMax,
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
                     "not begin with rvw_."}},
    Member{"steps",
           &ReviewRequest::steps,
           "Of RESUBMIT: what the person captures again.",
           {.left_out = true,
            .min_items = 1,
            .max_items = 2,
            .wrong = "The steps must be DOCUMENT or LIVENESS or both, each once."}},
    Member{"words",
           &ReviewRequest::words,
           "Of RESUBMIT: a text to the person, which the page shows first; it is erased with the "
           "new session's files.",
           {.left_out = true,
            .max_length = kReviewWordsMax,
            .is = are_review_words,
            .empty_is_none = true,
            .wrong = "The words must be a text of at most 500 characters, without control "
                     "characters other than line breaks and tabs."}},
    Member{"tell",
           &ReviewRequest::tell,
           "The name of one of your sentences for people, which the person gets.",
           {.left_out = true,
            .max_length = kLabelKeyMax,
            .pattern = "^[a-z0-9_-]+$",
            .is = is_label_key,
            .empty_is_none = true,
            .wrong = "It must be the name of one of your sentences: at most 40 characters of a-z, "
                     "0-9, _ and -."}});

std::optional<AskedSteps> AskedSteps::read(const rapidjson::Value& given) {
  if (!given.IsArray() || given.Empty()) return std::nullopt;
  AskedSteps asked;
  for (const auto& item : given.GetArray()) {
    const auto step = item.IsString() ? parse_name<Step>(string_in(item)) : std::optional<Step>();
    if (!step || std::ranges::count(asked.steps, *step) > 0) return std::nullopt;
    asked.steps.push_back(*step);
  }
  std::ranges::sort(asked.steps);
  return asked;
}

bool is_review_note(std::string_view text) {
  return text.empty() || is_plain_text(text, kReviewNoteMax);
}

bool are_review_words(std::string_view text) {
  return text.empty() || is_plain_text(text, kReviewWordsMax);
}

std::optional<Problem> choice_fault(ReviewDecision decision,
                                    const std::vector<std::string>& reasons,
                                    bool has_steps,
                                    bool has_words) {
  const auto fault = [](std::string_view field, const char* why) {
    Problem problem{.code = ProblemCode::InvalidParameter, .detail = why};
    problem.field = std::string(field);
    return problem;
  };
  const bool asks_again = decision == ReviewDecision::Resubmit;
  if (!asks_again && reasons.empty())
    return fault("reasons", "The decision needs 1 to 16 reasons.");
  if (asks_again && !has_steps) return fault("steps", "RESUBMIT needs the steps to capture again.");
  if (!asks_again && has_steps) return fault("steps", "Only RESUBMIT has steps.");
  if (!asks_again && has_words) return fault("words", "Only RESUBMIT has words to the person.");
  return std::nullopt;
}

Result<ReviewRequest, Problem> parse_review_request(std::string_view body) {
  auto request = body_of<ReviewRequest>(body);
  if (!request) return request;
  auto fault = choice_fault(
      request->decision, request->reasons, request->steps.has_value(), request->words.has_value());
  if (fault) return *std::move(fault);
  return request;
}

Schema review_request_schema() { return schema_of<ReviewRequest>("DecideReview"); }

}  // namespace countersign::http
