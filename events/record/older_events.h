#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/event.h"
#include "events/record/upcaster.h"

// Events as they were in earlier versions, and the conversions from each version to the next. Some
// of these share a record with the present events (ClientPolicy): copy such a record here before it
// changes.
namespace countersign {

struct SessionCreatedV1 {
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 0;
  std::optional<std::string> user_ref;
  std::vector<std::string> origin_allowlist;
};
template <>
inline constexpr auto fields_of<SessionCreatedV1> =
    fields(Field{"client", &SessionCreatedV1::client},
           Field{"purpose", &SessionCreatedV1::purpose},
           Field{"token", &SessionCreatedV1::token},
           Field{"expiresAt", &SessionCreatedV1::expires_at},
           Field{"attemptsAllowed", &SessionCreatedV1::attempts_allowed},
           Field{"userRef", &SessionCreatedV1::user_ref},
           Field{"originAllowlist", &SessionCreatedV1::origin_allowlist});
static_assert(record_is_sound<SessionCreatedV1>);

struct ClientPolicyV1 {
  std::vector<Purpose> purposes;
  std::optional<std::uint64_t> quota;
  std::optional<std::uint64_t> token_ttl_ms;
  std::optional<Rate> create_rate;
  std::optional<Rate> read_rate;
  std::optional<Rate> bundle_rate;
  std::optional<std::uint64_t> retention_ms;
  std::optional<std::uint64_t> retention_unfinished_ms;
  bool auditor = false;
};
template <>
inline constexpr auto fields_of<ClientPolicyV1> =
    fields(Field{"purposes", &ClientPolicyV1::purposes},
           Field{"quota", &ClientPolicyV1::quota},
           Field{"tokenTtlMs", &ClientPolicyV1::token_ttl_ms},
           Field{"createRate", &ClientPolicyV1::create_rate},
           Field{"readRate", &ClientPolicyV1::read_rate},
           Field{"bundleRate", &ClientPolicyV1::bundle_rate},
           Field{"retentionMs", &ClientPolicyV1::retention_ms},
           Field{"retentionUnfinishedMs", &ClientPolicyV1::retention_unfinished_ms},
           Field{"auditor", &ClientPolicyV1::auditor});
static_assert(record_is_sound<ClientPolicyV1>);

struct ClientRegisteredV1 {
  std::string name;
  ClientPolicyV1 policy;
  std::uint32_t secret_id = 0;
  SecretHash secret;
};
template <>
inline constexpr auto fields_of<ClientRegisteredV1> =
    fields(Field{"name", &ClientRegisteredV1::name},
           Field{"policy", &ClientRegisteredV1::policy},
           Field{"secretId", &ClientRegisteredV1::secret_id},
           Field{"secret", &ClientRegisteredV1::secret});
static_assert(record_is_sound<ClientRegisteredV1>);

// ---- before a client could have thresholds of its own ----

struct ClientRegisteredV2 {
  std::string name;
  ClientPolicyV1 policy;
  std::uint32_t secret_id = 0;
  SecretHash secret;
  bool sandbox = false;
};
template <>
inline constexpr auto fields_of<ClientRegisteredV2> =
    fields(Field{"name", &ClientRegisteredV2::name},
           Field{"policy", &ClientRegisteredV2::policy},
           Field{"secretId", &ClientRegisteredV2::secret_id},
           Field{"secret", &ClientRegisteredV2::secret},
           Field{"sandbox", &ClientRegisteredV2::sandbox});
static_assert(record_is_sound<ClientRegisteredV2>);

struct ClientChangedV1 {
  std::string name;
  ClientPolicyV1 policy;
};
template <>
inline constexpr auto fields_of<ClientChangedV1> =
    fields(Field{"name", &ClientChangedV1::name}, Field{"policy", &ClientChangedV1::policy});
static_assert(record_is_sound<ClientChangedV1>);

// ---- before evidence named its frame, and engines named their thresholds and models ----

struct CheckOutcomeV1 {
  std::string check;
  CheckStatus status = CheckStatus::NotPerformed;
  std::optional<std::string> code;
  std::optional<std::int64_t> value_milli;
  std::optional<std::int64_t> threshold_milli;
  std::optional<Side> side;
};
template <>
inline constexpr auto fields_of<CheckOutcomeV1> =
    fields(Field{"check", &CheckOutcomeV1::check},
           Field{"status", &CheckOutcomeV1::status},
           Field{"code", &CheckOutcomeV1::code},
           Field{"valueMilli", &CheckOutcomeV1::value_milli},
           Field{"thresholdMilli", &CheckOutcomeV1::threshold_milli},
           Field{"side", &CheckOutcomeV1::side});
static_assert(record_is_sound<CheckOutcomeV1>);

struct EngineVersionV1 {
  std::string name;
  std::string version;
};
template <>
inline constexpr auto fields_of<EngineVersionV1> =
    fields(Field{"name", &EngineVersionV1::name}, Field{"version", &EngineVersionV1::version});
static_assert(record_is_sound<EngineVersionV1>);

struct StoredFileV1 {
  FileId file;
  FileKind kind = FileKind::Document;
  std::optional<Side> side;
  std::uint32_t seq = 1;
  ImageFormat format = ImageFormat::Jpeg;
  std::uint64_t size_bytes = 0;
  Sha256 sha256;
  std::uint32_t crc32 = 0;
  std::string day;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Sha256 pixels;
};
template <>
inline constexpr auto fields_of<StoredFileV1> = fields(Field{"file", &StoredFileV1::file},
                                                       Field{"kind", &StoredFileV1::kind},
                                                       Field{"side", &StoredFileV1::side},
                                                       Field{"seq", &StoredFileV1::seq},
                                                       Field{"contentType", &StoredFileV1::format},
                                                       Field{"sizeBytes",
                                                             &StoredFileV1::size_bytes},
                                                       Field{"sha256", &StoredFileV1::sha256},
                                                       Field{"crc32", &StoredFileV1::crc32},
                                                       Field{"day", &StoredFileV1::day},
                                                       Field{"width", &StoredFileV1::width},
                                                       Field{"height", &StoredFileV1::height},
                                                       Field{"pixels", &StoredFileV1::pixels});
static_assert(record_is_sound<StoredFileV1>);

struct DocumentAcceptedV1 {
  Side side = Side::Front;
  std::optional<DocumentType> document_type;
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;
  std::optional<Side> next_side;
  StoredFileV1 file;
  std::vector<Issue> issues;
  std::vector<CheckOutcomeV1> checks;
  EngineVersionV1 engine;
};
template <>
inline constexpr auto fields_of<DocumentAcceptedV1> =
    fields(Field{"side", &DocumentAcceptedV1::side},
           Field{"documentType", &DocumentAcceptedV1::document_type},
           Field{"attempt", &DocumentAcceptedV1::attempt},
           Field{"attemptsRemaining", &DocumentAcceptedV1::attempts_remaining},
           Field{"stepComplete", &DocumentAcceptedV1::step_complete},
           Field{"nextSide", &DocumentAcceptedV1::next_side},
           Field{"file", &DocumentAcceptedV1::file},
           Field{"issues", &DocumentAcceptedV1::issues},
           Field{"checks", &DocumentAcceptedV1::checks},
           Field{"engine", &DocumentAcceptedV1::engine});
static_assert(record_is_sound<DocumentAcceptedV1>);

struct DocumentRejectedV1 {
  Side side = Side::Front;
  std::optional<DocumentType> document_type;
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;
  bool step_failed = false;
  std::optional<Side> next_side;
  std::string code;
  RefusedImage image;
  std::vector<Issue> issues;
  std::vector<CheckOutcomeV1> checks;
  EngineVersionV1 engine;
};
template <>
inline constexpr auto fields_of<DocumentRejectedV1> =
    fields(Field{"side", &DocumentRejectedV1::side},
           Field{"documentType", &DocumentRejectedV1::document_type},
           Field{"attempt", &DocumentRejectedV1::attempt},
           Field{"attemptsRemaining", &DocumentRejectedV1::attempts_remaining},
           Field{"stepComplete", &DocumentRejectedV1::step_complete},
           Field{"stepFailed", &DocumentRejectedV1::step_failed},
           Field{"nextSide", &DocumentRejectedV1::next_side},
           Field{"code", &DocumentRejectedV1::code},
           Field{"image", &DocumentRejectedV1::image},
           Field{"issues", &DocumentRejectedV1::issues},
           Field{"checks", &DocumentRejectedV1::checks},
           Field{"engine", &DocumentRejectedV1::engine});
static_assert(record_is_sound<DocumentRejectedV1>);

struct LivenessAcceptedV1 {
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  std::vector<Action> actions;
  std::vector<StoredFileV1> files;
  std::vector<Issue> issues;
  std::vector<CheckOutcomeV1> checks;
  EngineVersionV1 engine;
};
template <>
inline constexpr auto fields_of<LivenessAcceptedV1> =
    fields(Field{"attempt", &LivenessAcceptedV1::attempt},
           Field{"attemptsRemaining", &LivenessAcceptedV1::attempts_remaining},
           Field{"actions", &LivenessAcceptedV1::actions},
           Field{"files", &LivenessAcceptedV1::files},
           Field{"issues", &LivenessAcceptedV1::issues},
           Field{"checks", &LivenessAcceptedV1::checks},
           Field{"engine", &LivenessAcceptedV1::engine});
static_assert(record_is_sound<LivenessAcceptedV1>);

struct LivenessRejectedV1 {
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_failed = false;
  std::string code;
  std::optional<Action> failed_action;
  std::vector<RefusedImage> images;
  std::vector<Issue> issues;
  std::vector<CheckOutcomeV1> checks;
  EngineVersionV1 engine;
};
template <>
inline constexpr auto fields_of<LivenessRejectedV1> =
    fields(Field{"attempt", &LivenessRejectedV1::attempt},
           Field{"attemptsRemaining", &LivenessRejectedV1::attempts_remaining},
           Field{"stepFailed", &LivenessRejectedV1::step_failed},
           Field{"code", &LivenessRejectedV1::code},
           Field{"failedAction", &LivenessRejectedV1::failed_action},
           Field{"images", &LivenessRejectedV1::images},
           Field{"issues", &LivenessRejectedV1::issues},
           Field{"checks", &LivenessRejectedV1::checks},
           Field{"engine", &LivenessRejectedV1::engine});
static_assert(record_is_sound<LivenessRejectedV1>);

struct SessionFinalizedV1 {
  ResultStatus result = ResultStatus::Review;
  std::string detail;
  std::vector<std::string> reasons;
  std::vector<CheckOutcomeV1> checks;
  EngineVersionV1 engine;
};
template <>
inline constexpr auto fields_of<SessionFinalizedV1> =
    fields(Field{"result", &SessionFinalizedV1::result},
           Field{"detail", &SessionFinalizedV1::detail},
           Field{"reasons", &SessionFinalizedV1::reasons},
           Field{"checks", &SessionFinalizedV1::checks},
           Field{"engine", &SessionFinalizedV1::engine});
static_assert(record_is_sound<SessionFinalizedV1>);

// No session or client of the earlier version was a sandbox one.
inline SessionCreated with_sandbox(const SessionCreatedV1& old) {
  return {old.client,
          old.purpose,
          old.token,
          old.expires_at,
          old.attempts_allowed,
          old.user_ref,
          old.origin_allowlist,
          false};
}
inline ClientRegisteredV2 with_sandbox(const ClientRegisteredV1& old) {
  return {old.name, old.policy, old.secret_id, old.secret, false};
}

// Earlier, the server's thresholds applied to every client.
inline ClientPolicy with_thresholds(const ClientPolicyV1& old) {
  return {old.purposes,
          old.quota,
          old.token_ttl_ms,
          old.create_rate,
          old.read_rate,
          old.bundle_rate,
          old.retention_ms,
          old.retention_unfinished_ms,
          old.auditor,
          {},
          false};
}
inline ClientRegistered with_thresholds(const ClientRegisteredV2& old) {
  return {old.name, with_thresholds(old.policy), old.secret_id, old.secret, old.sandbox};
}
inline ClientChanged with_thresholds(const ClientChangedV1& old) {
  return {old.name, with_thresholds(old.policy)};
}

// Version 1 recorded neither the frame of the evidence nor an engine's thresholds and model.
inline std::vector<CheckOutcome> with_evidence(const std::vector<CheckOutcomeV1>& old) {
  std::vector<CheckOutcome> checks;
  checks.reserve(old.size());
  for (const CheckOutcomeV1& check : old) {
    checks.push_back({check.check,
                      check.status,
                      check.code,
                      check.value_milli,
                      check.threshold_milli,
                      check.side,
                      std::nullopt,
                      std::nullopt});
  }
  return checks;
}
inline EngineVersion with_evidence(const EngineVersionV1& old) {
  return {old.name, old.version, std::nullopt, {}};
}
inline StoredFile with_evidence(const StoredFileV1& old) {
  return {old.file,
          old.kind,
          old.side,
          old.seq,
          old.format,
          old.size_bytes,
          old.sha256,
          old.crc32,
          old.day,
          old.width,
          old.height,
          old.pixels,
          std::nullopt};
}
inline DocumentAccepted with_evidence(const DocumentAcceptedV1& old) {
  return {old.side,
          old.document_type,
          old.attempt,
          old.attempts_remaining,
          old.step_complete,
          old.next_side,
          with_evidence(old.file),
          old.issues,
          with_evidence(old.checks),
          with_evidence(old.engine)};
}
inline DocumentRejected with_evidence(const DocumentRejectedV1& old) {
  return {old.side,
          old.document_type,
          old.attempt,
          old.attempts_remaining,
          old.step_complete,
          old.step_failed,
          old.next_side,
          old.code,
          old.image,
          old.issues,
          with_evidence(old.checks),
          with_evidence(old.engine)};
}
inline LivenessAccepted with_evidence(const LivenessAcceptedV1& old) {
  std::vector<StoredFile> files;
  files.reserve(old.files.size());
  for (const StoredFileV1& file : old.files) files.push_back(with_evidence(file));
  return {old.attempt,
          old.attempts_remaining,
          old.actions,
          std::move(files),
          old.issues,
          with_evidence(old.checks),
          with_evidence(old.engine)};
}
inline LivenessRejected with_evidence(const LivenessRejectedV1& old) {
  return {old.attempt,
          old.attempts_remaining,
          old.step_failed,
          old.code,
          old.failed_action,
          old.images,
          old.issues,
          with_evidence(old.checks),
          with_evidence(old.engine)};
}
inline SessionFinalized with_evidence(const SessionFinalizedV1& old) {
  return {
      old.result, old.detail, old.reasons, with_evidence(old.checks), with_evidence(old.engine)};
}

// From version 1 of `Old`'s event to the present version, 2.
template <class New, class Old>
constexpr Upcaster evidence_upcaster(std::string_view type) {
  return upcaster<static_cast<New (*)(const Old&)>(&with_evidence)>(type, 1);
}

inline constexpr std::array kUpcasters{
    upcaster<static_cast<SessionCreated (*)(const SessionCreatedV1&)>(&with_sandbox)>(
        "SessionCreated", 1),
    upcaster<static_cast<ClientRegisteredV2 (*)(const ClientRegisteredV1&)>(&with_sandbox)>(
        "ClientRegistered", 1),
    upcaster<static_cast<ClientRegistered (*)(const ClientRegisteredV2&)>(&with_thresholds)>(
        "ClientRegistered", 2),
    upcaster<static_cast<ClientChanged (*)(const ClientChangedV1&)>(&with_thresholds)>(
        "ClientChanged", 1),
    evidence_upcaster<DocumentAccepted, DocumentAcceptedV1>("DocumentAccepted"),
    evidence_upcaster<DocumentRejected, DocumentRejectedV1>("DocumentRejected"),
    evidence_upcaster<LivenessAccepted, LivenessAcceptedV1>("LivenessAccepted"),
    evidence_upcaster<LivenessRejected, LivenessRejectedV1>("LivenessRejected"),
    evidence_upcaster<SessionFinalized, SessionFinalizedV1>("SessionFinalized"),
};

}  // namespace countersign
