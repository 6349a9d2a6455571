#pragma once
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/session/session.h"
#include "http/json/schema_of.h"

// The part of a result that describes the review of its session.
namespace countersign::http {

// The members of `review`. REQUIRES: the review is settled.
struct ReviewPart {
  const Review& review;
  const std::optional<std::string>& note;
  const std::optional<std::string>& without_look;
};

namespace detail {
constexpr auto kReviewOfPart = [](const ReviewPart& part) -> const Review& { return part.review; };
inline ReviewDecision decision_of(const Review& review) { return *review.decision; }
inline std::vector<Step> steps_of_successor(const Review& review) {
  return review.successor ? review.successor->steps : std::vector<Step>();
}
inline UtcTime decided_at_of(const Review& review) { return *review.decided_at; }
inline const std::optional<std::string>& note_of(const ReviewPart& part) { return part.note; }
inline const std::optional<std::string>& without_look_of(const ReviewPart& part) {
  return part.without_look;
}
}  // namespace detail

template <>
inline constexpr auto members_of<ToldSentence> =
    members(Member{"name", &ToldSentence::name, "By which it is chosen."},
            Member{"sentence", &ToldSentence::sentence, "Plain text for the person."});

template <>
inline constexpr auto members_of<EarlierDecision> =
    members(Member{"decision", &EarlierDecision::decision},
            Member{"reasons", &EarlierDecision::reasons},
            Member{"decidedAt", &EarlierDecision::at},
            Member{"reviewers", &EarlierDecision::reviewers},
            Member{"signed", &EarlierDecision::is_signed});

template <>
inline constexpr auto members_of<ReviewPart> = std::tuple_cat(
    members_through(
        detail::kReviewOfPart,
        members(Member{"decision", detail::decision_of, "The one that counts."},
                Member{"reasons", &Review::reasons, "Codes: the console's, or the client's own."},
                Member{"decidedAt", detail::decided_at_of, "When the review was settled."},
                Member{"correctedAt", &Review::corrected_at, "If the decision is a correction."},
                Member{"reviewers",
                       &Review::reviewers,
                       "Those who are named; of a correction, who corrected."},
                Member{"signed", &Review::is_signed, "Whether each of them signed the decision."},
                Member{"earlier",
                       &Review::earlier,
                       "The decisions that corrections have replaced, the oldest first; at most "
                       "the last 16."})),
    members(Member{"note", detail::note_of, "Null once the files are purged."},
            Member{
                "withoutLook",
                detail::without_look_of,
                "Why the reviewer decided without a look at each picture; null if there was one, "
                "and once the files are purged."}),
    members_through(detail::kReviewOfPart,
                    members(Member{"steps",
                                   detail::steps_of_successor,
                                   "Of RESUBMIT: what the person captures again."},
                            Member{"told",
                                   &Review::told,
                                   "The client's sentence that the person gets; null if none was "
                                   "chosen."})));

// Returns nullopt until the review is settled. REQUIRES: both outlive the part.
inline std::optional<ReviewPart> review_part(const Review& review,
                                             const std::optional<std::string>& note,
                                             const std::optional<std::string>& without_look) {
  if (!review.decision) return std::nullopt;
  return ReviewPart{review, note, without_look};
}

// Returns the machine's result; nullopt until the session is completed.
inline std::optional<ResultStatus> automatic_result(const Session& session) {
  if (session.status != SessionStatus::Completed) return std::nullopt;
  return session.result;
}

// A text for people. REQUIRES: the session is completed.
inline std::string decided_detail(const Session& session) {
  const auto& decision = session.review.decision;
  if (!decision) return session.detail;
  switch (*decision) {
    case ReviewDecision::Passed:
      return "A person reviewed the capture and passed it.";
    case ReviewDecision::Failed:
      return "A person reviewed the capture and failed it.";
    case ReviewDecision::Resubmit:
      break;
  }
  return "A person reviewed the capture and asked for another.";
}

}  // namespace countersign::http
