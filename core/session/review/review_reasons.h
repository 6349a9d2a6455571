#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ascii.h"
#include "core/enum_names.h"
#include "core/session/review/review_event.h"

// The words of a decision: its reason codes, and who decided.
namespace countersign {

// The codes that the console offers. A back office may also send codes of its own.
enum class ReviewReason : std::uint8_t {
  DocumentGenuine,
  PersonMatches,
  DataConfirmedElsewhere,
  AccessibilityAccepted,
  DocumentForged,
  DocumentUnreadableToPerson,
  DocumentExpiredConfirmed,
  PersonDiffers,
  PictureOfScreenOrPrint,
  DataContradicts,
  SuspectedFraud,
  Other,
};
template <>
inline constexpr auto enum_names<ReviewReason> = std::to_array<Named<ReviewReason>>({
    {ReviewReason::DocumentGenuine, "DOCUMENT_GENUINE"},
    {ReviewReason::PersonMatches, "PERSON_MATCHES"},
    {ReviewReason::DataConfirmedElsewhere, "DATA_CONFIRMED_ELSEWHERE"},
    {ReviewReason::AccessibilityAccepted, "ACCESSIBILITY_ACCEPTED"},
    {ReviewReason::DocumentForged, "DOCUMENT_FORGED"},
    {ReviewReason::DocumentUnreadableToPerson, "DOCUMENT_UNREADABLE_TO_PERSON"},
    {ReviewReason::DocumentExpiredConfirmed, "DOCUMENT_EXPIRED_CONFIRMED"},
    {ReviewReason::PersonDiffers, "PERSON_DIFFERS"},
    {ReviewReason::PictureOfScreenOrPrint, "PICTURE_OF_SCREEN_OR_PRINT"},
    {ReviewReason::DataContradicts, "DATA_CONTRADICTS"},
    {ReviewReason::SuspectedFraud, "SUSPECTED_FRAUD"},
    {ReviewReason::Other, "OTHER"},
});

inline constexpr std::size_t kReviewReasonsMax = 16;       // of a decision
inline constexpr std::size_t kReviewReasonLengthMax = 64;  // characters of a code
inline constexpr std::size_t kReviewerLengthMax = 64;      // characters of a reviewer's name
inline constexpr std::size_t kWithoutLookMax = 500;        // characters of why nobody looked
inline constexpr std::size_t kHandOverWordsMax = 500;      // characters of words to a supervisor
inline constexpr std::size_t kReviewNoteMax = 2000;        // characters (code points) of a note
inline constexpr std::size_t kReviewWordsMax = 500;        // characters of words to the person

// The ids of registered reviewers begin so, and no name that a back office gives does.
inline constexpr std::string_view kReviewerIdPrefix = "rvw_";
constexpr bool is_registered_reviewer(std::string_view reviewer) {
  return reviewer.starts_with(kReviewerIdPrefix);
}

// Whether a code has the form [A-Z0-9_]{1,64}.
inline bool is_reason_code(std::string_view code) {
  return !code.empty() && code.size() <= kReviewReasonLengthMax &&
         std::ranges::all_of(code, [](char c) {
           return (is_letter_or_digit(c) && ascii_upper(c) == c) || c == '_';
         });
}

// Whether a decision may have these reasons: from 1 to 16 codes, none twice. One that asks again
// may also have none, since it names the steps.
inline bool are_review_reasons(const std::vector<std::string>& reasons,
                               ReviewDecision decision = ReviewDecision::Passed) {
  if (reasons.empty()) return decision == ReviewDecision::Resubmit;
  if (reasons.size() > kReviewReasonsMax) return false;
  return std::ranges::all_of(reasons, [&](const std::string& code) {
    return is_reason_code(code) && std::ranges::count(reasons, code) == 1;
  });
}

// Whether a back office may give its reviewer this name: [A-Za-z0-9._@+-]{1,64}, and not the id of
// a registered reviewer.
inline bool is_reviewer_name(std::string_view name) {
  constexpr std::string_view kOthers = "._@+-";
  return !name.empty() && name.size() <= kReviewerLengthMax && !is_registered_reviewer(name) &&
         std::ranges::all_of(name, [&](char c) {
           return is_letter_or_digit(c) || kOthers.find(c) != std::string_view::npos;
         });
}

}  // namespace countersign
