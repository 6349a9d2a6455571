#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/event/decision_signature.h"
#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/terms.h"
#include "core/utc_time.h"

// The events by which people review a capture. session_event.h lists all of the stream.
//
// `reviewer` is the id of a registered reviewer, or the name that a client's back office gave, or
// empty if it gave none; review_reasons.h tells them apart.
namespace countersign {

// Resubmit: the person is asked to capture again, in another session.
enum class ReviewDecision : std::uint8_t { Passed, Failed, Resubmit };
template <>
inline constexpr auto enum_names<ReviewDecision> = std::to_array<Named<ReviewDecision>>({
    {ReviewDecision::Passed, "PASSED"},
    {ReviewDecision::Failed, "FAILED"},
    {ReviewDecision::Resubmit, "RESUBMIT"},
});

// The result of a session with this decision.
constexpr ResultStatus result_of(ReviewDecision decision) {
  switch (decision) {
    case ReviewDecision::Passed:
      return ResultStatus::Passed;
    case ReviewDecision::Failed:
      return ResultStatus::Failed;
    case ReviewDecision::Resubmit:
      break;
  }
  return ResultStatus::Resubmitted;
}

// The session in which the person captures again.
struct Successor {
  SessionId session;
  std::vector<Step> steps;  // all that the agreeing opinions ask for: those of the session
  bool operator==(const Successor&) const = default;
};
template <>
inline constexpr auto fields_of<Successor> = fields(Field{"session", &Successor::session},
                                                    Field{"steps", &Successor::steps});
static_assert(record_is_sound<Successor>);

// The session whose review asked for another.
struct Predecessor {
  SessionId session;
  bool operator==(const Predecessor&) const = default;
};
template <>
inline constexpr auto fields_of<Predecessor> = fields(Field{"session", &Predecessor::session});
static_assert(record_is_sound<Predecessor>);
template <>
inline constexpr bool left_out_if_empty<Predecessor> = true;

// The request of an opinion that the person captures again.
struct AskedAgain {
  std::vector<Step> steps;  // in the order of a capture, each once; never empty
  // SHA-256 of the signature's salt (SignedView::note) and the words to the person; only of a
  // signed opinion with words. The words are sealed with the successor's first event.
  std::optional<Sha256> words;
  std::optional<Successor> successor;  // that the opinion opens; nullopt unless it settles
  bool operator==(const AskedAgain&) const = default;
};
template <>
inline constexpr auto fields_of<AskedAgain> = fields(Field{"steps", &AskedAgain::steps},
                                                     Field{"words", &AskedAgain::words},
                                                     Field{"successor", &AskedAgain::successor});
static_assert(record_is_sound<AskedAgain>);
template <>
inline constexpr bool left_out_if_empty<AskedAgain> = true;

struct ReviewClaimed {
  std::string reviewer;
  UtcTime expires_at;
  UtcTime kept_until;                     // no renewal by the reviewer makes it lapse later
  std::optional<std::string> taken_from;  // the reviewer who had the case, of one taken over
  bool operator==(const ReviewClaimed&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewClaimed> =
    fields(Field{"reviewer", &ReviewClaimed::reviewer},
           Field{"expiresAt", &ReviewClaimed::expires_at},
           Field{"keptUntil", &ReviewClaimed::kept_until},
           Field{"takenFrom", &ReviewClaimed::taken_from});
template <>
inline constexpr EventType event_type<ReviewClaimed> = {
    34, 2, "ReviewClaimed", "A reviewer took the case; until then no other reviewer decides it."};

struct ReviewReleased {
  std::string reviewer;
  bool operator==(const ReviewReleased&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewReleased> = fields(Field{"reviewer",
                                                               &ReviewReleased::reviewer});
template <>
inline constexpr EventType event_type<ReviewReleased> = {
    35, 1, "ReviewReleased", "The reviewer gave the case back without a decision."};

struct ImageViewed {
  std::string reviewer;
  FileId file;
  bool operator==(const ImageViewed&) const = default;
};
template <>
inline constexpr auto fields_of<ImageViewed> = fields(Field{"reviewer", &ImageViewed::reviewer},
                                                      Field{"file", &ImageViewed::file});
template <>
inline constexpr EventType event_type<ImageViewed> = {
    36, 1, "ImageViewed", "A reviewer looked at the image; recorded before its first byte left."};

// The sealed part of the event is the reviewer's note, if there is one.
struct ReviewDecided {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;  // codes; empty of Resubmit alone
  std::string reviewer;
  std::uint32_t opinion = 1;  // of the case, from 1
  bool settles = false;       // whether the decision counts; if not, another opinion is needed
  std::optional<DecisionSignature> signature;
  // The pictures of which the log has no look of the registered reviewer, though the decision asks
  // for one: each of the document, and of the face all if none was looked at. The sealed part then
  // has the reviewer's reason.
  std::vector<FileId> not_looked_at{};
  std::optional<AskedAgain> again{};  // of Resubmit
  // That the person gets if the opinion settles: as the client's policy has it at this place.
  std::optional<ToldSentence> told{};
  bool operator==(const ReviewDecided&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewDecided> =
    fields(Field{"decision", &ReviewDecided::decision},
           Field{"reasons", &ReviewDecided::reasons},
           Field{"reviewer", &ReviewDecided::reviewer},
           Field{"opinion", &ReviewDecided::opinion},
           Field{"settles", &ReviewDecided::settles},
           Field{"signature", &ReviewDecided::signature},
           Field{"notLookedAt", &ReviewDecided::not_looked_at},
           Field{"again", &ReviewDecided::again},
           Field{"told", &ReviewDecided::told});
template <>
inline constexpr EventType event_type<ReviewDecided> = {
    37, 3, "ReviewDecided", "A person gave an opinion on the capture; it counts if it settles."};

// The sealed part of the event is the note, if there is one.
struct ReviewCorrected {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;  // codes; never empty
  std::string reviewer;
  std::uint32_t opinion = 1;  // of this correction, from 1
  bool settles = false;       // whether the decision is replaced; if not, another opinion is needed
  std::optional<DecisionSignature> signature;
  std::vector<FileId> not_looked_at{};  // as of ReviewDecided
  std::optional<ToldSentence> told{};   // as of ReviewDecided
  bool operator==(const ReviewCorrected&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewCorrected> =
    fields(Field{"decision", &ReviewCorrected::decision},
           Field{"reasons", &ReviewCorrected::reasons},
           Field{"reviewer", &ReviewCorrected::reviewer},
           Field{"opinion", &ReviewCorrected::opinion},
           Field{"settles", &ReviewCorrected::settles},
           Field{"signature", &ReviewCorrected::signature},
           Field{"notLookedAt", &ReviewCorrected::not_looked_at},
           Field{"told", &ReviewCorrected::told});
template <>
inline constexpr EventType event_type<ReviewCorrected> = {
    38,
    3,
    "ReviewCorrected",
    "A person gave an opinion on a settled decision; if it settles, it replaces the decision."};

}  // namespace countersign
