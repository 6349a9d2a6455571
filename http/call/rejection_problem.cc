// The problem that a client receives for each refusal of core.
#include <array>
#include <cstddef>
#include <string>

#include "core/check.h"
#include "http/call/problem.h"

namespace countersign::http {
namespace {

struct RefusalRow {
  Refusal why;
  ProblemCode code;
  std::string_view detail;  // empty: the title of the code says it all
};

constexpr auto kRefusals = std::to_array<RefusalRow>({
    {Refusal::SessionInvalid, ProblemCode::SessionInvalid, ""},
    {Refusal::SessionNotActive, ProblemCode::SessionNotActive, ""},
    {Refusal::StepOutOfSequence, ProblemCode::StepOutOfSequence, ""},
    {Refusal::AttemptsExhausted, ProblemCode::AttemptsExhausted, ""},
    {Refusal::TooManyChallenges,
     ProblemCode::RateLimited,
     "Too many unused nonces; redeem one of them."},
    {Refusal::ChallengeInvalid, ProblemCode::ChallengeInvalid, ""},
    {Refusal::FilesPurged, ProblemCode::FilesPurged, ""},
    {Refusal::FileUnknown, ProblemCode::NotFound, "The session has no such file."},
    {Refusal::FilesMisplaced, ProblemCode::Internal, ""},
    {Refusal::LegalHold, ProblemCode::LegalHold, ""},
    {Refusal::NothingToDo, ProblemCode::Conflict, "The resource is in that state already."},
    {Refusal::ClientUnknown,
     ProblemCode::NotFound,
     "The client does not exist, or it is disabled."},
    {Refusal::ClientExists, ProblemCode::Conflict, "A client with this key is registered already."},
    {Refusal::TooManySecrets,
     ProblemCode::Conflict,
     "Two secrets are active already; revoke one first."},
    {Refusal::LastSecret,
     ProblemCode::Conflict,
     "The last active secret of a client cannot be revoked; add another secret first."},
    {Refusal::SecretUnknown, ProblemCode::NotFound, "The client has no such secret."},
    {Refusal::ScopeDenied, ProblemCode::ScopeDenied, ""},
    {Refusal::QuotaExceeded, ProblemCode::QuotaExceeded, ""},
    {Refusal::HandedOff, ProblemCode::HandedOff, ""},
    {Refusal::HandoffUnavailable,
     ProblemCode::HandoffUnavailable,
     "The session was offered to too many devices."},
    {Refusal::IdempotencyMismatch, ProblemCode::IdempotencyMismatch, ""},
    {Refusal::WebhookUnknown, ProblemCode::NotFound, "The webhook does not exist."},
    {Refusal::WebhookNotActive,
     ProblemCode::Conflict,
     "The webhook is disabled, or its address has yet to answer its challenge."},
    {Refusal::TooManyWebhooks,
     ProblemCode::Conflict,
     "The client has 8 webhooks already; remove one first."},
    {Refusal::ConsentMissing,
     ProblemCode::Conflict,
     "A consent text of one language needs one of all others first."},
    {Refusal::LinkUnavailable,
     ProblemCode::Conflict,
     "The session has no unused link, or as many were made as may be."},
    {Refusal::ConsentVersionTaken,
     ProblemCode::Conflict,
     "The present consent text has this version; give another text another version."},
    {Refusal::ReviewNotPending, ProblemCode::ReviewNotPending, ""},
    {Refusal::ReviewNotDecided, ProblemCode::ReviewNotDecided, ""},
    {Refusal::ReviewClaimed, ProblemCode::ReviewClaimed, ""},
    {Refusal::ReviewAssigned, ProblemCode::ReviewAssigned, ""},
    {Refusal::ReviewHandedOver, ProblemCode::ReviewHandedOver, ""},
    {Refusal::TooManyAssigned, ProblemCode::ReviewTooManyAssigned, ""},
    {Refusal::ReviewerMissing,
     ProblemCode::InvalidParameter,
     "The client's decisions need two reviewers; name the reviewer."},
    {Refusal::ReviewerNotEligible, ProblemCode::ReviewerNotEligible, ""},
    {Refusal::ReviewChanged, ProblemCode::ReviewChanged, ""},
    {Refusal::ReviewUnsigned, ProblemCode::ReviewUnsigned, ""},
    {Refusal::ReviewNotLookedAt, ProblemCode::ReviewNotLookedAt, ""},
    {Refusal::ReviewLooksOnly, ProblemCode::ReviewLooksOnly, ""},
    {Refusal::CorrectionForbidden, ProblemCode::ReviewCorrectionForbidden, ""},
    {Refusal::CorrectionNeedsTwo, ProblemCode::ReviewCorrectionNeedsTwo, ""},
    {Refusal::OpinionGiven, ProblemCode::ReviewOpinionGiven, ""},
    {Refusal::ReviewStepsWrong,
     ProblemCode::InvalidParameter,
     "The steps are those to capture again, each once; only RESUBMIT has steps."},
    {Refusal::ReviewSentenceUnknown,
     ProblemCode::InvalidParameter,
     "The client has no sentence of this name."},
    {Refusal::ReviewResubmitted,
     ProblemCode::ReviewNotDecided,
     "A decision that asks again is final; its successor is decided in its place."},
    {Refusal::ReviewerUnknown,
     ProblemCode::NotFound,
     "The reviewer does not exist, or is disabled."},
    {Refusal::ReviewerExists,
     ProblemCode::Conflict,
     "A reviewer with this id is registered already."},
    {Refusal::ReviewerLinkInvalid, ProblemCode::ReviewLoginFailed, ""},
    {Refusal::PasskeyExists, ProblemCode::Conflict, "The reviewer has this passkey already."},
    {Refusal::PasskeyUnknown, ProblemCode::NotFound, "The reviewer has no such passkey."},
    {Refusal::TooManyPasskeys,
     ProblemCode::Conflict,
     "The reviewer has ten passkeys already; revoke one first."},
    {Refusal::PasskeyUnsigned, ProblemCode::ReviewSignatureInvalid, ""},
    {Refusal::PasskeyTaken,
     ProblemCode::Conflict,
     "A reviewer has this passkey, or had it before it was revoked."},
    {Refusal::PasskeyCopied, ProblemCode::ReviewLoginFailed, ""},
});

// The order makes the row of a refusal an index, and ensures that every refusal has one.
consteval bool refusals_are_in_order() {
  for (std::size_t i = 0; i < kRefusals.size(); ++i) {
    if (kRefusals[i].why != static_cast<Refusal>(i)) return false;
  }
  return kRefusals.back().why == Refusal::PasskeyCopied;
}
static_assert(refusals_are_in_order());

constexpr std::uint64_t kChallengeRetrySeconds = 10;

}  // namespace

Problem problem_of(const Rejection& rejection) {
  const auto index = static_cast<std::size_t>(rejection.why);
  check(index < kRefusals.size(), "a refusal is an enumerator of Refusal");
  const RefusalRow& row = kRefusals[index];
  Problem problem{.code = row.code,
                  .detail = std::string(row.detail),
                  .reason = rejection.fault,
                  .current_step = rejection.current_step};
  if (rejection.why == Refusal::TooManyChallenges) {
    problem.retry_after_seconds = kChallengeRetrySeconds;
  }
  if (rejection.why == Refusal::ReviewerMissing) problem.field = "reviewer";
  if (rejection.why == Refusal::ReviewStepsWrong) problem.field = "steps";
  if (rejection.why == Refusal::ReviewSentenceUnknown) problem.field = "tell";
  return problem;
}

}  // namespace countersign::http
