#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/session/review/review_event.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// Keeps a case for one reviewer until it lapses.
struct ReviewClaim {
  std::string reviewer;
  UtcTime expires_at;
  UtcTime kept_until;                     // the end of all renewals
  std::optional<std::string> taken_from;  // who had the case before it was taken over
  bool operator==(const ReviewClaim&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewClaim> = fields(Field{"reviewer", &ReviewClaim::reviewer},
                                                      Field{"expiresAt", &ReviewClaim::expires_at},
                                                      Field{"keptUntil", &ReviewClaim::kept_until},
                                                      Field{"takenFrom", &ReviewClaim::taken_from});
static_assert(record_is_sound<ReviewClaim>);

// Keeps a case for the reviewer whom a supervisor has given it to.
struct ReviewAssignment {
  std::string to;
  std::string by;
  UtcTime until;
  bool operator==(const ReviewAssignment&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewAssignment> = fields(Field{"to", &ReviewAssignment::to},
                                                           Field{"by", &ReviewAssignment::by},
                                                           Field{"until",
                                                                 &ReviewAssignment::until});
static_assert(record_is_sound<ReviewAssignment>);

// A reviewer has given the case up to a supervisor.
struct HandedOver {
  std::string reviewer;
  UtcTime at;
  Sequence event;  // whose sealed part has the reviewer's words
  bool operator==(const HandedOver&) const = default;
};
template <>
inline constexpr auto fields_of<HandedOver> = fields(Field{"reviewer", &HandedOver::reviewer},
                                                     Field{"at", &HandedOver::at},
                                                     Field{"event", &HandedOver::event});
static_assert(record_is_sound<HandedOver>);

struct ReviewOpinion {
  std::string reviewer;
  ReviewDecision decision = ReviewDecision::Passed;
  bool is_signed = false;
  std::vector<Step> steps{};  // that it asks for again
  bool operator==(const ReviewOpinion&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewOpinion> = fields(Field{"reviewer", &ReviewOpinion::reviewer},
                                                        Field{"decision", &ReviewOpinion::decision},
                                                        Field{"signed", &ReviewOpinion::is_signed},
                                                        Field{"steps", &ReviewOpinion::steps});
static_assert(record_is_sound<ReviewOpinion>);

// A decision that a correction has replaced.
struct EarlierDecision {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::vector<std::string> reviewers;
  bool is_signed = false;
  UtcTime at;
  bool operator==(const EarlierDecision&) const = default;
};
template <>
inline constexpr auto fields_of<EarlierDecision> =
    fields(Field{"decision", &EarlierDecision::decision},
           Field{"reasons", &EarlierDecision::reasons},
           Field{"reviewers", &EarlierDecision::reviewers},
           Field{"signed", &EarlierDecision::is_signed},
           Field{"at", &EarlierDecision::at});
static_assert(record_is_sound<EarlierDecision>);

// The pictures of a case that a registered reviewer has looked at, each once.
struct ReviewerLooks {
  std::string reviewer;
  std::vector<FileId> files;
  bool operator==(const ReviewerLooks&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerLooks> = fields(Field{"reviewer", &ReviewerLooks::reviewer},
                                                        Field{"files", &ReviewerLooks::files});
static_assert(record_is_sound<ReviewerLooks>);

// People's opinions on a capture that the machine sent to review, and their decision. A value type,
// part of Session. The members from `decision` on are empty until the review is settled; then they
// are those of the decision that counts, which is the latest correction if there is one.
struct Review {
  std::optional<Sequence> asked;     // the event that finalized the session; none: no review
  Sequence changed;                  // the latest event that a deciding person has to know of
  std::optional<ReviewClaim> claim;  // the latest, which may have lapsed
  std::vector<ReviewOpinion> opinions;
  std::optional<ReviewDecision> decision;
  std::vector<std::string> reasons;
  std::vector<std::string> reviewers;  // that are named, in the order of their opinions
  bool is_signed = false;              // by each reviewer whose decision it is
  std::uint32_t needed = 0;            // equal opinions that a correction needs at least: 1 or 2
  std::optional<Sequence> note;        // of the event whose sealed part is the note
  std::optional<UtcTime> decided_at;   // when it was settled
  std::optional<Successor> successor;  // of Resubmit
  std::optional<UtcTime> corrected_at;
  std::uint32_t corrections = 0;
  std::vector<EarlierDecision> earlier;  // the latest kEarlierMax of them, the oldest first
  std::vector<std::string> correctors;   // who is named in an opinion of a settled correction
  // The opinions of a correction that has begun and is not settled, and the event of the first.
  std::vector<ReviewOpinion> correcting;
  std::optional<Sequence> correcting_since;
  std::vector<ReviewerLooks> looks;   // of at most kLookersMax registered reviewers; until a purge
  std::optional<UtcTime> since;       // when the capture ended
  std::optional<UtcTime> overdue_at;  // when the log said so
  std::optional<ReviewAssignment> assigned;  // which may have lapsed
  bool handed = false;  // over to a supervisor, and none has assigned or decided the case since
  std::vector<HandedOver> hand_overs;  // the latest kHandOversMax of them, the oldest first
  std::optional<ToldSentence> told;    // to the person, with the decision that counts
  bool operator==(const Review&) const = default;
};
template <>
inline constexpr auto fields_of<Review> = fields(Field{"asked", &Review::asked},
                                                 Field{"changed", &Review::changed},
                                                 Field{"claim", &Review::claim},
                                                 Field{"opinions", &Review::opinions},
                                                 Field{"decision", &Review::decision},
                                                 Field{"reasons", &Review::reasons},
                                                 Field{"reviewers", &Review::reviewers},
                                                 Field{"signed", &Review::is_signed},
                                                 Field{"needed", &Review::needed},
                                                 Field{"note", &Review::note},
                                                 Field{"decidedAt", &Review::decided_at},
                                                 Field{"successor", &Review::successor},
                                                 Field{"correctedAt", &Review::corrected_at},
                                                 Field{"corrections", &Review::corrections},
                                                 Field{"earlier", &Review::earlier},
                                                 Field{"correctors", &Review::correctors},
                                                 Field{"correcting", &Review::correcting},
                                                 Field{"correctingSince",
                                                       &Review::correcting_since},
                                                 Field{"looks", &Review::looks},
                                                 Field{"since", &Review::since},
                                                 Field{"overdueAt", &Review::overdue_at},
                                                 Field{"assigned", &Review::assigned},
                                                 Field{"handed", &Review::handed},
                                                 Field{"handOvers", &Review::hand_overs},
                                                 Field{"told", &Review::told});
static_assert(record_is_sound<Review>);

// The most opinions of a case: of three decisions, one has two of four opinions.
inline constexpr std::uint32_t kOpinionsMax = 4;

// Reviewers whose looks a case remembers. A further one takes the place of whoever looked first,
// and that reviewer looks again, or says why not.
inline constexpr std::size_t kLookersMax = 32;

inline constexpr std::size_t kHandOversMax = 8;  // remembered; the log has all
inline constexpr std::size_t kEarlierMax = 16;   // decisions remembered; the log has all

// A claim is renewed for at most this long after its reviewer took the case; then any reviewer may
// take it.
inline constexpr Duration kClaimKeptMax = std::chrono::hours(2);

// An assignment lasts for at most this long; then any reviewer may take the case.
inline constexpr Duration kAssignedMaxTime = std::chrono::hours(24);

// Whether the reviewer gave an opinion on the case: of the decision, or of a correction. False for
// an empty name.
bool has_opinion_of(const Review& review, std::string_view reviewer);
// Whether the reviewer holds a claim that has not lapsed.
bool is_claimed_by(const Review& review, std::string_view reviewer, UtcTime now);
// Whether another reviewer holds a claim that has not lapsed.
bool is_claimed_by_another(const Review& review, std::string_view reviewer, UtcTime now);
// Whether the case is assigned to the reviewer, or to another, and that has not lapsed.
bool is_assigned_to(const Review& review, std::string_view reviewer, UtcTime now);
bool is_assigned_to_another(const Review& review, std::string_view reviewer, UtcTime now);

}  // namespace countersign
