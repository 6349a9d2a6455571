// The queries of core/session/session.h: what a session has done and what comes next.
#include <algorithm>

#include "core/check.h"
#include "core/session/session.h"

namespace countersign {
namespace {

bool needs_back(const Session& session) {
  if (session.purpose == Purpose::FaceMatch || !session.document_type) return false;
  switch (*session.document_type) {
    case DocumentType::IdCard:
    case DocumentType::DrivingLicense:
    case DocumentType::ResidencePermit:
      return true;
    case DocumentType::Passport:
    case DocumentType::Other:
      return false;
  }
  check(false, "a document type is an enumerator of DocumentType");
  return false;
}

bool exhausted(const Session& session, const Progress& progress) {
  return !progress.accepted && progress.attempts >= session.attempts_allowed;
}

StepState document_state(const Session& session) {
  if (exhausted(session, session.front)) return StepState::Failed;
  if (!session.front.accepted) return StepState::Pending;
  if (!needs_back(session) || session.back.accepted) return StepState::Completed;
  return exhausted(session, session.back) ? StepState::Failed : StepState::Pending;
}

StepState liveness_state(const Session& session) {
  if (session.liveness_excused) return StepState::NotPossible;
  if (session.liveness.accepted) return StepState::Completed;
  return exhausted(session, session.liveness) ? StepState::Failed : StepState::Pending;
}

const Progress& progress_in_turn(const Session& session, Step step) {
  if (step == Step::Liveness) return session.liveness;
  return session.front.accepted && (needs_back(session) || session.back.attempts > 0)
             ? session.back
             : session.front;
}

}  // namespace

ReviewCase case_of(const Session& session) {
  return {session.review, session.files, session.purged_at.has_value()};
}

bool waits_for_review(const Session& session) { return waits_for_review(case_of(session)); }

UtcTime kept_since(const Session& session) {
  if (session.review.decided_at) return *session.review.decided_at;
  return session.ended_at.value_or(session.expires_at);
}

bool has_step(Purpose purpose, Step step) {
  switch (purpose) {
    case Purpose::FullCapture:
    case Purpose::FaceMatch:
      return true;
    case Purpose::DocumentVerification:
      return step == Step::Document;
    case Purpose::Liveness:
      return step == Step::Liveness;
  }
  check(false, "a purpose is an enumerator of Purpose");
  return false;
}

std::vector<Step> steps_of(Purpose purpose) {
  std::vector<Step> steps;
  for (const Step step : {Step::Document, Step::Liveness}) {
    if (has_step(purpose, step)) steps.push_back(step);
  }
  return steps;
}

bool compares_faces(Purpose purpose) {
  return purpose == Purpose::FullCapture || purpose == Purpose::FaceMatch;
}

bool has_ended(const Session& session) {
  return session.status != SessionStatus::Created && session.status != SessionStatus::InProgress;
}

bool is_active(const Session& session, UtcTime now) {
  return session.exists && !has_ended(session) && now < session.expires_at;
}

bool takes_device_calls(const Session& session, UtcTime now) {
  return is_active(session, now) && now < session.token_expires_at;
}

SessionStatus status_at(const Session& session, UtcTime now) {
  if (has_ended(session) || now < session.expires_at) return session.status;
  return SessionStatus::Expired;
}

std::optional<EndReason> end_reason_at(const Session& session, UtcTime now) {
  if (has_ended(session)) return session.end_reason;
  if (now < session.expires_at) return std::nullopt;
  return session.started_at ? EndReason::NotFinalized : EndReason::NeverStarted;
}

ResultStatus result_status_of(const Session& session, SessionStatus status) {
  switch (status) {
    case SessionStatus::Created:
    case SessionStatus::InProgress:
      return ResultStatus::Pending;
    case SessionStatus::Completed:
      return session.review.decision ? result_of(*session.review.decision) : session.result;
    case SessionStatus::Expired:
    case SessionStatus::Canceled:
      return ResultStatus::NotEvaluated;
  }
  check(false, "a session status is an enumerator of SessionStatus");
  return ResultStatus::Pending;
}

ResultStatus result_status_at(const Session& session, UtcTime now) {
  return result_status_of(session, status_at(session, now));
}

std::optional<UtcTime> completed_at(const Session& session, UtcTime now) {
  if (session.ended_at) return session.ended_at;
  if (status_at(session, now) == SessionStatus::Expired) return session.expires_at;
  return std::nullopt;
}

StepState state_of(const Session& session, Step step) {
  return step == Step::Document ? document_state(session) : liveness_state(session);
}

CurrentStep current_step(const Session& session) {
  if (has_step(session.purpose, Step::Document)) {
    if (document_state(session) == StepState::Pending) return CurrentStep::Document;
    if (document_state(session) == StepState::Failed) return CurrentStep::Finalize;
  }
  if (has_step(session.purpose, Step::Liveness) && liveness_state(session) == StepState::Pending) {
    return CurrentStep::Liveness;
  }
  return CurrentStep::Finalize;
}

std::vector<Side> required_sides(const Session& session) {
  if (needs_back(session)) return {Side::Front, Side::Back};
  return {Side::Front};
}

std::vector<Side> captured_sides(const Session& session) {
  std::vector<Side> sides;
  if (session.front.accepted) sides.push_back(Side::Front);
  if (session.back.accepted) sides.push_back(Side::Back);
  return sides;
}

std::uint32_t attempts_used(const Session& session, Step step) {
  return progress_in_turn(session, step).attempts;
}

std::uint32_t attempts_remaining(const Session& session, Step step) {
  if (state_of(session, step) == StepState::NotPossible) return 0;  // it takes nothing more
  return session.attempts_allowed -
         std::min(session.attempts_allowed, progress_in_turn(session, step).attempts);
}

const Challenge* find_challenge(const Session& session, Step step, const NonceHash& nonce) {
  const auto found = std::ranges::find_if(session.challenges, [&](const Challenge& challenge) {
    return challenge.step == step && challenge.nonce == nonce;
  });
  return found == session.challenges.end() ? nullptr : &*found;
}

std::optional<ChallengeFault> challenge_fault(const Session& session,
                                              Step step,
                                              const NonceHash& nonce,
                                              UtcTime now) {
  const Challenge* challenge = find_challenge(session, step, nonce);
  if (challenge == nullptr) return ChallengeFault::Unknown;
  if (challenge->used) return ChallengeFault::AlreadyUsed;
  if (now >= challenge->expires_at) return ChallengeFault::Expired;
  return std::nullopt;
}

// The checks of a BACK that was neither required nor accepted do not count.
std::vector<CheckOutcome> checks_of(const Session& session) {
  const bool back_counts = session.back.accepted || needs_back(session);
  std::vector<CheckOutcome> all = session.front.checks;
  if (back_counts) all.insert(all.end(), session.back.checks.begin(), session.back.checks.end());
  all.insert(all.end(), session.liveness.checks.begin(), session.liveness.checks.end());
  all.insert(all.end(), session.final_checks.begin(), session.final_checks.end());
  return all;
}

}  // namespace countersign
