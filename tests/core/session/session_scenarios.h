#pragma once
#include "tests/core/session/scenario.h"

// Shorthands for the events and commands of the session tests.
namespace countersign::test {

inline constexpr UtcTime kExpiry = t(1800);
inline constexpr UtcTime kNow = t(100);

inline SessionCreated created(Purpose purpose = Purpose::FullCapture,
                              std::uint32_t attempts_allowed = 5) {
  SessionCreated event;
  event.client = ClientKey("svck_a");
  event.purpose = purpose;
  event.expires_at = kExpiry;
  event.attempts_allowed = attempts_allowed;
  return event;
}

inline ChallengeIssued challenged(std::uint8_t n,
                                  Step step = Step::Document,
                                  UtcTime expires_at = t(400)) {
  return {step, nonce(n), expires_at, {}};
}

inline IssueChallenge ask(Step step, std::uint8_t n = 90, UtcTime at = kNow) {
  return {at, step, nonce(n), at + std::chrono::seconds(300), {}};
}

inline Issue problem(std::string code) { return {std::move(code), Severity::Error, 1, 2, "hint"}; }

inline SubmitDocument document(std::uint8_t n,
                               Side side = Side::Front,
                               std::optional<DocumentType> type = std::nullopt) {
  SubmitDocument command;
  command.at = kNow;
  command.nonce = nonce(n);
  command.side = side;
  command.document_type = type;
  command.file.file = FileId(Uuid{n});
  command.file.size_bytes = 1000;
  command.file.sha256 = Sha256(digest(n));
  return command;
}

inline SubmitDocument blurred(SubmitDocument command) {
  command.findings.issues = {problem("DOCUMENT_BLURRY")};
  return command;
}

inline SubmitLiveness frames(std::uint8_t n, std::size_t count = 3) {
  SubmitLiveness command;
  command.at = kNow;
  command.nonce = nonce(n);
  for (std::size_t i = 0; i < count; ++i) {
    StoredFile file;
    file.file = FileId(Uuid{n, static_cast<std::uint8_t>(i)});
    file.size_bytes = 500;
    command.files.push_back(file);
  }
  return command;
}

inline SubmitLiveness faceless(SubmitLiveness command) {
  command.findings.issues = {problem("LIVENESS_NO_FACE")};
  return command;
}

// Issues the challenge and then submits, as a device does.
inline Given& capture(Given& past, const SubmitDocument& command) {
  past.and_event(ChallengeIssued{Step::Document, command.nonce, t(400), {}});
  return past.and_then(command);
}
inline Given& capture(Given& past, const SubmitLiveness& command) {
  past.and_event(ChallengeIssued{Step::Liveness, command.nonce, t(400), {}});
  return past.and_then(command);
}

inline Given with_front(Purpose purpose = Purpose::FullCapture,
                        std::optional<DocumentType> type = std::nullopt) {
  Given past({created(purpose)});
  capture(past, document(1, Side::Front, type));
  return past;
}

inline Given complete(Purpose purpose = Purpose::FullCapture) {
  Given past({created(purpose)});
  if (has_step(purpose, Step::Document)) capture(past, document(1));
  if (has_step(purpose, Step::Liveness)) capture(past, frames(2));
  return past;
}

inline Rejection out_of_sequence(CurrentStep current) {
  return {Refusal::StepOutOfSequence, std::nullopt, current};
}
inline Rejection challenge_refused(ChallengeFault fault) {
  return {Refusal::ChallengeInvalid, fault, std::nullopt};
}

}  // namespace countersign::test
