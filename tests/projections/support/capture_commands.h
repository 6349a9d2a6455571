#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"
#include "core/stream/command.h"
#include "core/utc_time.h"
#include "events/crypto/sha256.h"
#include "events/writer/submission.h"

// Shorthands for the tests of this folder: ids made from numbers, and submissions whose other
// members do not matter to the test.
namespace countersign {

inline constexpr UtcTime kStart{1'795'000'000'000'000};  // 2026-11-18
inline const Actor kClientActor{ActorKind::Client, "svck_acme"};
inline constexpr Duration kMinute = std::chrono::minutes(1);
inline constexpr Duration kHour = std::chrono::hours(1);
inline constexpr Duration kDay = std::chrono::hours(24);

inline Uuid numbered(std::uint8_t kind, std::uint64_t n) {
  Uuid uuid{};
  uuid[0] = kind;
  for (std::size_t i = 0; i < 8; ++i) uuid[15 - i] = static_cast<std::uint8_t>(n >> (8 * i));
  return uuid;
}
inline SessionId session_id(std::uint64_t n) { return SessionId(numbered(1, n)); }
inline FileId file_id(std::uint64_t n) { return FileId(numbered(2, n)); }
inline ClientKey client_key(std::string_view name) {
  return ClientKey("svck_" + std::string(name));
}
inline TokenHash token_of(const SessionId& session) {
  return TokenHash(sha256("token of " + to_string(session)));
}
inline NonceHash nonce(std::uint64_t n) { return NonceHash(sha256("nonce " + std::to_string(n))); }
inline Sha256 pixels(std::string_view what) { return Sha256(sha256(what)); }
inline IdempotencyRecord record_of_key(std::string_view key,
                                       std::string_view request = "a request") {
  return {Sha256(sha256(key)), Sha256(sha256(request))};
}

inline StoredFile image(std::uint64_t n, std::string_view shows = {}) {
  StoredFile file;
  file.file = file_id(n);
  file.size_bytes = 1000 + n;
  file.sha256 = Sha256(sha256("file " + std::to_string(n)));
  file.day = day_of(kStart);
  file.width = 640;
  file.height = 480;
  if (!shows.empty()) file.pixels = pixels(shows);
  return file;
}

inline ClientPolicy every_purpose() {
  ClientPolicy policy;
  policy.purposes = {
      Purpose::FullCapture, Purpose::DocumentVerification, Purpose::Liveness, Purpose::FaceMatch};
  return policy;
}

inline Submission of_operator(const ClientKey& client, ClientCommand command) {
  return {stream_of(client), std::move(command), {ActorKind::Operator, "uid:0"}, RequestId("r-op")};
}
inline Submission registering(const ClientKey& client,
                              UtcTime at,
                              ClientPolicy policy = every_purpose()) {
  return of_operator(client,
                     RegisterClient{at, "Name", std::move(policy), SecretHash(sha256("secret"))});
}
inline Submission creating(const ClientKey& client,
                           const SessionId& session,
                           UtcTime at,
                           Purpose purpose = Purpose::Liveness) {
  return {stream_of(session),
          CreateSession{at, client, purpose, token_of(session), at + 30 * kMinute, 5},
          {ActorKind::Client, client.value()},
          RequestId("r-create")};
}
// Acts of a registered reviewer are recorded for the reviewer, all others for a device.
inline Submission to_session(const SessionId& session, SessionCommand command) {
  Actor actor{ActorKind::Device, ""};
  std::visit(
      [&](const auto& act) {
        if constexpr (requires { is_registered_reviewer(act.reviewer); }) {
          if (is_registered_reviewer(act.reviewer)) actor = {ActorKind::Reviewer, act.reviewer};
        }
      },
      command);
  return {stream_of(session), std::move(command), std::move(actor), RequestId("r-device")};
}
inline constexpr const char* kAnna = "rvw_AAAAAAAAAAAAAAAAAAAAAA";
inline constexpr const char* kBert = "rvw_BAAAAAAAAAAAAAAAAAAAAA";
inline constexpr const char* kCora = "rvw_CAAAAAAAAAAAAAAAAAAAAA";
// The actor of the command: passkeys and logins are the reviewer's own.
inline Actor actor_of(const ReviewerId& reviewer, const ReviewerCommand& command) {
  const auto* revocation = std::get_if<RevokePasskey>(&command);
  const bool is_own = std::holds_alternative<AddPasskey>(command) ||
                      std::holds_alternative<LogInReviewer>(command) ||
                      std::holds_alternative<LogInByProvider>(command) ||
                      (revocation != nullptr && revocation->signature);
  if (is_own) return {ActorKind::Reviewer, reviewer.value()};
  return {ActorKind::Operator, "uid:0"};
}
// May do everything for every client.
inline Submission registering_reviewer(const char* reviewer, UtcTime at) {
  return {stream_of(ReviewerId(reviewer)),
          ReviewerCommand(RegisterReviewer{
              at, {{ReviewerRole::Supervisor, std::string(RoleGrant::kAllClients)}}}),
          {ActorKind::Operator, "uid:0"},
          RequestId("r-op")};
}
inline Submission challenging(const SessionId& session, Step step, std::uint64_t n, UtcTime at) {
  std::vector<Action> actions;
  if (step == Step::Liveness) actions = {Action::LookStraight};
  return to_session(session, IssueChallenge{at, step, nonce(n), at + 2 * kMinute, actions});
}
inline Submission sending_document(const SessionId& session,
                                   std::uint64_t n,
                                   StoredFile file,
                                   UtcTime at) {
  return to_session(session,
                    SubmitDocument{at, nonce(n), Side::Front, std::nullopt, {}, std::move(file)});
}
inline Submission sending_frames(const SessionId& session,
                                 std::uint64_t n,
                                 std::vector<StoredFile> frames,
                                 UtcTime at) {
  return to_session(session, SubmitLiveness{at, nonce(n), {}, {}, std::move(frames)});
}
inline Submission finalizing(const SessionId& session, UtcTime at) {
  return to_session(session, FinalizeSession{at, {}});
}
inline Submission with_key(Submission submission, IdempotencyRecord with) {
  submission.idempotency = with;
  return submission;
}

}  // namespace countersign
