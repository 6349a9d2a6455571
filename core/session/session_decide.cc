// decide(): the capture rules. The guards stand in order of precedence: the first that fails is
// reported to the caller.
#include <algorithm>
#include <concepts>
#include <utility>
#include <variant>

#include "core/checks/checks.h"
#include "core/event/vault_file.h"
#include "core/session/conclusion.h"
#include "core/session/joining.h"
#include "core/session/review/desk_rules.h"
#include "core/session/review/review_rules.h"
#include "core/session/session.h"

namespace countersign {
namespace {

Rejection out_of_sequence(const Session& session) {
  return Rejection{Refusal::StepOutOfSequence, std::nullopt, current_step(session)};
}

bool document_comes_first(const Session& session) {
  return has_step(session.purpose, Step::Document) &&
         state_of(session, Step::Document) != StepState::Completed;
}

// Whether the session's purpose includes the step, and its turn has come or is past.
bool is_reachable(const Session& session, Step step) {
  if (!has_step(session.purpose, step)) return false;
  return step == Step::Document || !document_comes_first(session);
}

// Whether a BACK is accepted though not required: for documents of type OTHER or of no stated type.
bool takes_optional_back(const Session& session) {
  if (session.purpose == Purpose::FaceMatch || session.liveness.accepted) return false;
  if (!session.front.accepted || session.back.accepted) return false;
  return session.document_type.value_or(DocumentType::Other) == DocumentType::Other;
}

std::size_t outstanding_challenges(const Session& session, Step step, UtcTime now) {
  return static_cast<std::size_t>(
      std::ranges::count_if(session.challenges, [&](const Challenge& challenge) {
        return challenge.step == step && !challenge.used && now < challenge.expires_at;
      }));
}

// Returns why no further submission of `step` can be judged; none if one can.
std::optional<Rejection> step_is_over(const Session& session, Step step) {
  switch (state_of(session, step)) {
    case StepState::Pending:
      return std::nullopt;
    case StepState::Failed:
      return refused(Refusal::AttemptsExhausted);
    case StepState::NotPossible:
      return out_of_sequence(session);
    case StepState::Completed:
      break;
  }
  if (step == Step::Liveness || !takes_optional_back(session)) return out_of_sequence(session);
  if (session.back.attempts >= session.attempts_allowed) {
    return refused(Refusal::AttemptsExhausted);
  }
  return std::nullopt;
}

// The commands of people who review a capture.
template <class Command>
requires requires(const ReviewCase& of, const Command& command) {
  { countersign::decide_on(of, command) } -> std::same_as<ReviewOutcome>;
}
Decision<SessionEvent> decide_on(const Session& session, const Command& command) {
  auto outcome = countersign::decide_on(case_of(session), command);
  if (!outcome) return outcome.error();
  return std::visit([](auto event) { return happened<SessionEvent>(std::move(event)); },
                    *std::move(outcome));
}

Decision<SessionEvent> decide_on(const Session& session, const IssueChallenge& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (!is_reachable(session, command.step)) return out_of_sequence(session);
  if (const auto over = step_is_over(session, command.step)) return *over;
  if (outstanding_challenges(session, command.step, command.at) >= kOutstandingChallengesMax) {
    return refused(Refusal::TooManyChallenges);
  }
  return happened<SessionEvent>(
      ChallengeIssued{command.step, command.nonce, command.expires_at, command.actions});
}

// `Submit` is the command of a submission for `step`.
template <class Submit>
std::optional<Rejection> envelope_refusal(const Session& session,
                                          Step step,
                                          const Submit& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (!is_reachable(session, step)) return out_of_sequence(session);
  if (const auto fault = challenge_fault(session, step, command.nonce, command.at)) {
    return Rejection{Refusal::ChallengeInvalid, fault};
  }
  return step_is_over(session, step);
}

std::optional<Rejection> side_refusal(const Session& session, Side side) {
  const Progress& progress = side == Side::Front ? session.front : session.back;
  if (progress.accepted) return out_of_sequence(session);
  if (side == Side::Back) {
    const bool wanted = required_sides(session).size() == 2 || takes_optional_back(session);
    if (!session.front.accepted || !wanted) return out_of_sequence(session);
  }
  if (progress.attempts >= session.attempts_allowed) return refused(Refusal::AttemptsExhausted);
  return std::nullopt;
}

bool contradicts_the_front(const Session& session, const SubmitDocument& command) {
  return command.side == Side::Back && command.document_type && session.document_type &&
         *command.document_type != *session.document_type;
}

const Issue* worst_error(const std::vector<Issue>& issues) {
  const auto found = std::ranges::find(issues, Severity::Error, &Issue::severity);
  return found == issues.end() ? nullptr : &*found;
}

std::vector<CheckOutcome> with_side(std::vector<CheckOutcome> checks, Side side) {
  for (CheckOutcome& check : checks) check.side = side;
  return checks;
}

// Adds a warning to the engine's findings if the image is a copy or a near copy of an image of
// another session. A near copy is perhaps re-encoded, perhaps another document in the same place.
// Not an error: a person who starts again after an expired session may well send the file they
// already have, and a reviewer can tell that from theft.
SubmitDocument with_remarks(SubmitDocument command) {
  if (!command.copy_of_another || command.copy_of_front) return command;
  const std::int64_t bits = 1000 * std::int64_t{command.copy_of_another->differing_bits};
  constexpr std::int64_t kMost = 1000 * std::int64_t{kCopyBitsMax};
  Findings& findings = command.findings;
  findings.issues.push_back({std::string(kReuseCode),
                             Severity::Warning,
                             bits,
                             kMost,
                             command.copy_of_another->exact
                                 ? "This picture was submitted in another session."
                                 : "Nearly this picture was submitted in another session."});
  CheckOutcome check;
  check.check = name_of(Check::DocumentReuse);
  check.status = CheckStatus::Warning;
  check.code = findings.issues.back().code;
  check.value_milli = bits;
  check.threshold_milli = kMost;
  findings.checks.push_back(std::move(check));
  return command;
}

Issue error(Code code, const char* hint) {
  return {std::string(name_of(code)), Severity::Error, 0, 0, hint};
}

// Errors about the image's origin come before the engine's findings on its content.
std::vector<Issue> document_issues(const Session& session, const SubmitDocument& command) {
  std::vector<Issue> issues;
  if (contradicts_the_front(session, command)) {
    issues.push_back(error(Code::DocumentTypeMismatch,
                           "Send the back of the document whose front was accepted."));
  }
  if (command.copy_of_front) {
    issues.push_back(
        error(Code::DocumentSameSide, "This is the front again. Turn the document over."));
  }
  issues.insert(issues.end(), command.findings.issues.begin(), command.findings.issues.end());
  return issues;
}

SessionEvent document_accepted(const Session& session, const SubmitDocument& command) {
  const Progress& progress = command.side == Side::Front ? session.front : session.back;
  // The missing parts of the step are computed from the state after this acceptance.
  Session after = session;
  if (command.side == Side::Front) {
    after.front.accepted = true;
    after.document_type = command.document_type;
  } else {
    after.back.accepted = true;
  }
  const bool complete = state_of(after, Step::Document) == StepState::Completed;

  DocumentAccepted event;
  event.side = command.side;
  event.document_type = command.document_type;
  event.attempt = progress.attempts + 1;
  event.attempts_remaining = session.attempts_allowed - event.attempt;
  event.step_complete = complete;
  if (!complete) event.next_side = Side::Back;
  event.file = command.file;
  event.file.kind = FileKind::Document;
  event.file.side = command.side;
  event.file.seq = static_cast<std::uint32_t>(
      1 + std::ranges::count(session.files, FileKind::Document, &StoredFile::kind));
  event.issues = command.findings.issues;
  event.checks = with_side(command.findings.checks, command.side);
  event.engine = command.findings.engine;
  return event;
}

SessionEvent document_rejected(const Session& session,
                               const SubmitDocument& command,
                               std::vector<Issue> issues) {
  const Progress& progress = command.side == Side::Front ? session.front : session.back;
  DocumentRejected event;
  event.side = command.side;
  event.document_type = command.document_type;
  event.attempt = progress.attempts + 1;
  event.attempts_remaining = session.attempts_allowed - event.attempt;
  // A BACK that is not required can neither fail the step nor undo its completion.
  event.step_complete = state_of(session, Step::Document) == StepState::Completed;
  event.step_failed = event.attempts_remaining == 0 && !event.step_complete;
  if (command.side == Side::Back && !event.step_complete) event.next_side = Side::Back;
  event.code = event.attempts_remaining == 0 ? name_of(Code::DocumentAttemptsExhausted)
                                             : worst_error(issues)->code;
  event.image = {command.file.sha256, command.file.size_bytes};
  event.issues = std::move(issues);
  event.checks = with_side(command.findings.checks, command.side);
  event.engine = command.findings.engine;
  return event;
}

Decision<SessionEvent> decide_on(const Session& session, const SubmitDocument& submitted) {
  if (const auto no = envelope_refusal(session, Step::Document, submitted)) return *no;
  if (const auto no = side_refusal(session, submitted.side)) return *no;

  const SubmitDocument command = with_remarks(submitted);
  std::vector<Issue> issues = document_issues(session, command);
  const bool is_accepted = worst_error(issues) == nullptr;
  // One image needs no container.
  if (is_accepted && command.file.container) return refused(Refusal::FilesMisplaced);
  SessionEvent outcome = is_accepted ? document_accepted(session, command)
                                     : document_rejected(session, command, std::move(issues));
  return happened<SessionEvent>(NonceConsumed{Step::Document, command.nonce}, std::move(outcome));
}

SessionEvent liveness_accepted(const Session& session, const SubmitLiveness& command) {
  LivenessAccepted event;
  event.attempt = session.liveness.attempts + 1;
  event.attempts_remaining = session.attempts_allowed - event.attempt;
  event.actions = find_challenge(session, Step::Liveness, command.nonce)->actions;
  event.files = command.files;
  for (std::size_t i = 0; i < event.files.size(); ++i) {
    event.files[i].kind = FileKind::Selfie;
    event.files[i].side = std::nullopt;
    event.files[i].seq = static_cast<std::uint32_t>(i + 1);
  }
  event.issues = command.findings.issues;
  event.checks = command.findings.checks;
  event.engine = command.findings.engine;
  return event;
}

SessionEvent liveness_rejected(const Session& session,
                               const SubmitLiveness& command,
                               std::vector<Issue> issues) {
  LivenessRejected event;
  event.attempt = session.liveness.attempts + 1;
  event.attempts_remaining = session.attempts_allowed - event.attempt;
  event.step_failed = event.attempts_remaining == 0;
  event.code =
      event.step_failed ? name_of(Code::LivenessAttemptsExhausted) : worst_error(issues)->code;
  event.failed_action = command.failed_action;
  for (const StoredFile& file : command.files) {
    event.images.push_back({file.sha256, file.size_bytes});
  }
  event.issues = std::move(issues);
  event.checks = command.findings.checks;
  event.engine = command.findings.engine;
  return event;
}

Decision<SessionEvent> decide_on(const Session& session, const SubmitLiveness& command) {
  if (const auto no = envelope_refusal(session, Step::Liveness, command)) return *no;
  std::vector<Issue> issues = command.findings.issues;
  if (command.frames_seen_elsewhere) {
    issues.insert(issues.begin(),
                  error(Code::LivenessFramesReused,
                        "Capture new frames; these were submitted in another session."));
  }
  const bool is_accepted = worst_error(issues) == nullptr;
  if (is_accepted && !are_placed_well(command.files, session.files)) {
    return refused(Refusal::FilesMisplaced);
  }
  SessionEvent outcome = is_accepted ? liveness_accepted(session, command)
                                     : liveness_rejected(session, command, std::move(issues));
  return happened<SessionEvent>(NonceConsumed{Step::Liveness, command.nonce}, std::move(outcome));
}

Decision<SessionEvent> decide_on(const Session& session, const ExcuseLiveness& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (!is_reachable(session, Step::Liveness)) return out_of_sequence(session);
  if (const auto over = step_is_over(session, Step::Liveness)) return *over;
  return happened<SessionEvent>(LivenessNotPossible{});
}

Decision<SessionEvent> decide_on(const Session& session, const FinalizeSession& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (current_step(session) != CurrentStep::Finalize) return out_of_sequence(session);
  SessionFinalized event = concluded(session, command);
  if (session.sandbox) event.detail.insert(0, "Sandbox: ");
  return happened<SessionEvent>(std::move(event));
}

Decision<SessionEvent> decide_on(const Session& session, const ExpireSession& command) {
  if (!session.exists || has_ended(session) || command.at < session.expires_at) {
    return refused(Refusal::NothingToDo);
  }
  return happened<SessionEvent>(
      SessionExpired{session.started_at ? EndReason::NotFinalized : EndReason::NeverStarted});
}

Decision<SessionEvent> decide_on(const Session& session, const CancelSession& command) {
  if (!is_active(session, command.at)) return refused(Refusal::SessionNotActive);
  return happened<SessionEvent>(SessionCanceled{command.why});
}

std::uint64_t total_bytes(const std::vector<StoredFile>& files) {
  std::uint64_t bytes = 0;
  for (const StoredFile& file : files) bytes += file.size_bytes;
  return bytes;
}

Decision<SessionEvent> decide_on(const Session& session, const DownloadDocuments& command) {
  if (!session.exists) return refused(Refusal::SessionInvalid);
  const auto named = [&](const StoredFile& file) {
    return !command.file || file.file == *command.file;
  };
  std::vector<StoredFile> files;
  std::ranges::copy_if(session.files, std::back_inserter(files), named);
  if (command.file && files.empty()) return refused(Refusal::FileUnknown);
  if (session.purged_at && !files.empty()) return refused(Refusal::FilesPurged);
  return happened<SessionEvent>(DocumentsDownloaded{
      command.file, static_cast<std::uint32_t>(files.size()), total_bytes(files), command.why});
}

Decision<SessionEvent> decide_on(const Session& session, const ReadDocumentValues& command) {
  if (!session.exists) return refused(Refusal::SessionInvalid);
  if (session.purged_at) return refused(Refusal::FilesPurged);
  const bool has_values = session.sealed_values && session.status == SessionStatus::Completed;
  if (!command.why && !has_values) return refused(Refusal::NothingToDo);
  return happened<SessionEvent>(DocumentValuesRead{command.why});
}

Decision<SessionEvent> decide_on(const Session& session, const GiveConsent& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (session.consent && session.consent->text == command.consent) {
    return refused(Refusal::NothingToDo);
  }
  return happened<SessionEvent>(ConsentGiven{command.consent});
}

// Erasure ends a session that is still open; retention waits for the session to end.
Decision<SessionEvent> decide_on(const Session& session, const PurgeFiles& command) {
  if (!session.exists || session.purged_at) return refused(Refusal::NothingToDo);
  if (session.held) return refused(Refusal::LegalHold);
  FilesPurged purged;
  purged.reason = command.reason;
  for (const StoredFile& file : session.files) purged.files.push_back(file.file);
  purged.size_bytes = total_bytes(session.files);
  purged.cutoff = command.cutoff;
  purged.why = command.why;
  if (has_ended(session)) return happened<SessionEvent>(std::move(purged));
  if (command.reason == PurgeReason::Retention) return refused(Refusal::NothingToDo);
  return happened<SessionEvent>(SessionCanceled{command.why}, std::move(purged));
}

Decision<SessionEvent> decide_on(const Session& session, const SetHold& command) {
  if (!session.exists) return refused(Refusal::SessionInvalid);
  if (session.purged_at) return refused(Refusal::FilesPurged);
  if (session.held) return refused(Refusal::NothingToDo);
  return happened<SessionEvent>(HoldSet{command.reason});
}

Decision<SessionEvent> decide_on(const Session& session, const ReleaseHold& command) {
  if (!session.exists) return refused(Refusal::SessionInvalid);
  if (!session.held) return refused(Refusal::NothingToDo);
  return happened<SessionEvent>(HoldReleased{command.reason});
}

}  // namespace

Decision<SessionEvent> decide(const Session& session, const SessionCommand& command) {
  return std::visit([&](const auto& c) { return decide_on(session, c); }, command);
}

}  // namespace countersign
