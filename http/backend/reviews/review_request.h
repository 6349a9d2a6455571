#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/session/review/review_event.h"
#include "core/terms.h"
#include "http/body/body_values.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The steps of a body that asks again: 1 or 2, each once, in any order; kept in that of a capture.
struct AskedSteps {
  using Means = std::vector<Step>;
  std::vector<Step> steps;
  static std::optional<AskedSteps> read(const rapidjson::Value& given);
};

// The body of a back office's decision.
struct ReviewRequest {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  std::optional<std::string> note{};      // nullopt: absent, null or empty
  std::optional<std::string> reviewer{};  // the same
  std::optional<AskedSteps> steps{};      // exactly if the decision is Resubmit
  std::optional<std::string> words{};     // to the person; only with steps
  std::optional<std::string> tell{};      // the name of the client's sentence that the person gets
};

// Reads one JSON object (RFC 8259, UTF-8). Unlike a body that only says what to begin, a decision
// with a member that is not known, or with one twice, is refused as a whole: nobody can take it
// back. The stack does not grow with the depth of nesting.
Result<ReviewRequest, Problem> parse_review_request(std::string_view body);
Schema review_request_schema();

// Returns whether a note has at most kReviewNoteMax characters, and no control characters but line
// breaks and tabs. REQUIRES: is_utf8(text).
bool is_review_note(std::string_view text);
// The same of words to the person, which have at most kReviewWordsMax characters.
bool are_review_words(std::string_view text);

// Returns what is wrong with the parts of a decision together: only a decision that asks again has
// steps, which it needs, and words; any other has reasons. nullopt if nothing is.
std::optional<Problem> choice_fault(ReviewDecision decision,
                                    const std::vector<std::string>& reasons,
                                    bool has_steps,
                                    bool has_words);

}  // namespace countersign::http
