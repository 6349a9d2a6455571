#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/session/review/review_event.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The body of a back office's decision.
struct ReviewRequest {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  std::optional<std::string> note{};      // nullopt: absent, null or empty
  std::optional<std::string> reviewer{};  // the same
};

// Reads one JSON object (RFC 8259, UTF-8). Unlike a body that only says what to begin, a decision
// with a member that is not known, or with one twice, is refused as a whole: nobody can take it
// back. The stack does not grow with the depth of nesting.
Result<ReviewRequest, Problem> parse_review_request(std::string_view body);
Schema review_request_schema();

// Returns whether a note has at most kReviewNoteMax characters, and no control characters but line
// breaks and tabs. REQUIRES: is_utf8(text).
bool is_review_note(std::string_view text);

}  // namespace countersign::http
