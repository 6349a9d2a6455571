#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/session/review/review_event.h"

namespace countersign {

// What a reviewer signs. Whoever has the log makes it again from the event of the decision.
struct ReviewStatement {
  enum class Kind : std::uint8_t { Decision, Correction };

  SessionId session;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::uint64_t seen = 0;  // the size of the log that the reviewer's view was made from
  Kind kind = Kind::Decision;
};

// The bytes that are signed, by their SHA-256. Each line ends with a line feed. A reason code has
// neither a comma nor a line feed, so no two statements have the same bytes. Pure.
//
//   countersign review v1
//   session 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11
//   decision PASSED
//   reasons DOCUMENT_GENUINE,PERSON_MATCHES    (or "-" for none)
//   seen 4711
//   kind decision                              (or "correction")
//
// REQUIRES: each reason is a reason code (review_reasons.h).
std::string text_of(const ReviewStatement& statement);

}  // namespace countersign
