#pragma once
#include <cstdint>
#include <optional>

#include "core/terms.h"

namespace countersign {

// Every reason why the domain refuses a command. One table, in http/call/problem.cc, maps each
// rejection to the error code and the HTTP status.
enum class Refusal : std::uint8_t {
  SessionInvalid,     // unknown, expired, canceled, or already finalized
  SessionNotActive,   // a backend call that needs a session that has not ended
  StepOutOfSequence,  // not the turn of this step or side
  AttemptsExhausted,  // the step has no attempts left
  TooManyChallenges,  // too many unused nonces are outstanding
  ChallengeInvalid,   // see ChallengeFault
  FilesPurged,        // the bytes are gone
  FileUnknown,        // the session has no such file
  FilesMisplaced,     // the vault cannot have stored files like this
  LegalHold,          // bytes under a legal hold are not purged
  NothingToDo,        // the requested state is already reached
  ClientUnknown,      // or disabled
  ClientExists,       // a client with this key is registered
  TooManySecrets,     // two are already active
  LastSecret,         // a client keeps at least one working secret
  SecretUnknown,
  ScopeDenied,            // the purpose is not enabled for the client
  QuotaExceeded,          // the client's sessions for this month are used up
  HandedOff,              // another device has taken the session over
  HandoffUnavailable,     // the session was offered too often
  IdempotencyMismatch,    // the key was used for a different request
  WebhookUnknown,         // the client has no such webhook
  WebhookNotActive,       // no message is sent to its address
  TooManyWebhooks,        // the client has as many as it may
  ConsentMissing,         // a text of one language needs one of all others
  LinkUnavailable,        // the session has no unused link, or had as many as it may
  ConsentVersionTaken,    // the client's present consent text has this version
  ReviewNotPending,       // nothing to decide, or nothing more for this reviewer
  ReviewNotDecided,       // nothing to correct
  ReviewClaimed,          // another reviewer has the case
  ReviewAssigned,         // a supervisor gave the case to another reviewer
  ReviewHandedOver,       // the case is for supervisors
  TooManyAssigned,        // the reviewer has as many assigned cases as there may be
  ReviewerMissing,        // each of several reviewers is named
  ReviewerNotEligible,    // the reviewer may not act on the case
  ReviewChanged,          // the session is no longer as the reviewer saw it
  ReviewUnsigned,         // the client accepts no unsigned decision of a registered reviewer
  ReviewNotLookedAt,      // the reviewer lacks a look at a picture, and does not say why
  ReviewLooksOnly,        // the client accepts no decision of a reviewer who lacks a look
  CorrectionForbidden,    // the client's decisions are not corrected
  CorrectionNeedsTwo,     // two named people correct what two decided
  OpinionGiven,           // nobody corrects who has given an opinion on the case
  ReviewStepsWrong,       // a decision asks for steps exactly if it asks again
  ReviewSentenceUnknown,  // the client has no sentence of this name
  ReviewResubmitted,      // a decision that asks again is not corrected, and corrects none
  ReviewerUnknown,        // or disabled
  ReviewerExists,         // a reviewer with this id is registered
  ReviewerLinkInvalid,    // not the reviewer's newest link, or used, or expired
  PasskeyExists,          // the reviewer has this passkey
  PasskeyUnknown,         // the reviewer has no such passkey
  TooManyPasskeys,
  PasskeyUnsigned,  // a passkey of the reviewer has to sign the change
  PasskeyTaken,     // another passkey has or had its id or its key
  PasskeyCopied,    // its counter went back, so two authenticators have the key
};

enum class ChallengeFault : std::uint8_t { Expired, AlreadyUsed, Unknown };
template <>
inline constexpr auto enum_names<ChallengeFault> = std::to_array<Named<ChallengeFault>>({
    {ChallengeFault::Expired, "EXPIRED"},
    {ChallengeFault::AlreadyUsed, "ALREADY_USED"},
    {ChallengeFault::Unknown, "UNKNOWN"},
});

// Why a link that was good opens nothing now.
enum class LinkFault : std::uint8_t {
  Completed,  // the capture was finished
  Expired,
  Canceled,   // by the client
  InUse,      // a device has submitted something
  TakenBack,  // by the client, who may have given another
};
template <>
inline constexpr auto enum_names<LinkFault> = std::to_array<Named<LinkFault>>({
    {LinkFault::Completed, "COMPLETED"},
    {LinkFault::Expired, "EXPIRED"},
    {LinkFault::Canceled, "CANCELED"},
    {LinkFault::InUse, "IN_USE"},
    {LinkFault::TakenBack, "TAKEN_BACK"},
});

struct Rejection {
  Refusal why = Refusal::SessionInvalid;
  std::optional<ChallengeFault> fault{};      // of ChallengeInvalid
  std::optional<CurrentStep> current_step{};  // of StepOutOfSequence
  bool operator==(const Rejection&) const = default;
};

inline Rejection refused(Refusal why) { return {.why = why}; }

}  // namespace countersign
