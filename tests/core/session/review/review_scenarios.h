#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "tests/core/session/session_scenarios.h"

// Sessions in review, and what people say about them.
namespace countersign::test {

inline constexpr const char* kAnna = "rvw_anna";
inline constexpr const char* kBert = "rvw_bert";
inline constexpr const char* kCora = "rvw_cora";
inline constexpr const char* kDora = "rvw_dora";
inline constexpr const char* kEmil = "rvw_emil";

inline FileId front_file() { return document(1).file.file; }

inline SessionFinalized finalized(ResultStatus result) {
  SessionFinalized event;
  event.result = result;
  event.reasons = {"FACE_MATCH_NOT_AVAILABLE"};
  return event;
}

inline Given in_review() {
  Given past = with_front(Purpose::DocumentVerification);
  past.and_event(finalized(ResultStatus::Review));
  return past;
}

inline DecideReview decision(ReviewDecision what,
                             std::string reviewer = {},
                             std::uint32_t needed = 1) {
  return {.at = kNow,
          .decision = what,
          .reasons = {"DOCUMENT_GENUINE"},
          .reviewer = std::move(reviewer),
          .opinions_needed = needed,
          .says_why_unlooked = true};
}
inline DecideReview passed(std::string reviewer = {}, std::uint32_t needed = 1) {
  return decision(ReviewDecision::Passed, std::move(reviewer), needed);
}
inline DecideReview failed(std::string reviewer = {}, std::uint32_t needed = 1) {
  return decision(ReviewDecision::Failed, std::move(reviewer), needed);
}

inline DecisionSignature signature() { return {"key", 7, "YQ", "Yg", "Yw"}; }

// The pictures that a registered reviewer who did not look has not looked at.
inline std::vector<FileId> unlooked(std::string_view reviewer) {
  if (!is_registered_reviewer(reviewer)) return {};
  return {front_file()};
}

inline ReviewDecided opinion(ReviewDecision what,
                             const char* reviewer,
                             std::uint32_t number,
                             bool settles) {
  return {what, {"DOCUMENT_GENUINE"}, reviewer, number, settles, std::nullopt, unlooked(reviewer)};
}

inline constexpr Duration kQuarter = std::chrono::minutes(15);

inline ClaimReview claim(const char* reviewer, UtcTime at = kNow) {
  return {at, reviewer, at + kQuarter};
}
// The event of a claim that the reviewer made now.
inline ReviewClaimed claimed(const char* reviewer) {
  return {reviewer, kNow + kQuarter, kNow + kClaimKeptMax, std::nullopt};
}

inline CorrectReview correction(const char* reviewer = "",
                                ReviewDecision what = ReviewDecision::Failed,
                                std::uint32_t needed = 1) {
  return {.at = kNow,
          .decision = what,
          .reasons = {"DOCUMENT_FORGED"},
          .reviewer = reviewer,
          .opinions_needed = needed,
          .says_why_unlooked = true};
}

inline ReviewCorrected corrected(ReviewDecision what,
                                 const char* reviewer,
                                 std::uint32_t number,
                                 bool settles) {
  return {what, {"DOCUMENT_FORGED"}, reviewer, number, settles, std::nullopt, unlooked(reviewer)};
}

inline ViewImage look(const char* reviewer, FileId file = front_file(), UtcTime at = kNow) {
  return {at, reviewer, file};
}

}  // namespace countersign::test
