#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/capture_page.h"
#include "core/event/finding.h"
#include "core/event/session_labels.h"
#include "core/event/stated_reason.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/one_of.h"
#include "core/schema.h"
#include "core/session/hold_event.h"
#include "core/session/joining_event.h"
#include "core/session/review/desk_event.h"
#include "core/session/review/review_event.h"
#include "core/terms.h"
#include "core/utc_time.h"

// The events of a session's stream. core/stream/event.h says how an event changes.
namespace countersign {

// The effect of an event on its session's wrapped key, in the append that records the event.
enum class KeyEffect : std::uint8_t { None, Stores, Deletes };
template <class E>
inline constexpr KeyEffect key_effect = KeyEffect::None;

// Whether the event carries, sealed, the values that were read on a document.
template <class E>
inline constexpr bool seals_document_values = false;

struct SessionCreated {
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;  // the token itself is never stored
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 0;  // per side, or for liveness
  std::optional<std::string> user_ref;
  std::vector<std::string> origin_allowlist;
  bool sandbox = false;  // copied from the client: outcomes are forced, see core/session/sandbox.h
  std::optional<std::string> language;       // of the page; none: that of the browser
  std::vector<AcceptedDocument> documents;   // that the page offers; empty: those of the client
  std::optional<std::string> return_url;     // none: that of the client
  std::optional<UtcTime> link_expires_at;    // of the link; none: with the token
  std::optional<SessionLabels> labels{};     // none: it has no labels
  std::optional<Predecessor> predecessor{};  // whose ReviewDecided is the next event of the log
  bool operator==(const SessionCreated&) const = default;
};
template <>
inline constexpr auto fields_of<SessionCreated> =
    fields(Field{"client", &SessionCreated::client},
           Field{"purpose", &SessionCreated::purpose},
           Field{"token", &SessionCreated::token},
           Field{"expiresAt", &SessionCreated::expires_at},
           Field{"attemptsAllowed", &SessionCreated::attempts_allowed},
           Field{"userRef", &SessionCreated::user_ref},
           Field{"originAllowlist", &SessionCreated::origin_allowlist},
           Field{"sandbox", &SessionCreated::sandbox},
           Field{"language", &SessionCreated::language},
           Field{"documents", &SessionCreated::documents},
           Field{"returnUrl", &SessionCreated::return_url},
           Field{"linkExpiresAt", &SessionCreated::link_expires_at},
           Field{"labels", &SessionCreated::labels},
           Field{"predecessor", &SessionCreated::predecessor});
template <>
inline constexpr EventType event_type<SessionCreated> = {
    1, 2, "SessionCreated", "A client opened a verification session."};
template <>
inline constexpr KeyEffect key_effect<SessionCreated> = KeyEffect::Stores;
template <>
inline constexpr KeyEffect key_effect<LinkRenewed> = KeyEffect::Stores;  // for a longer time

struct ChallengeIssued {
  Step step = Step::Document;
  NonceHash nonce;
  UtcTime expires_at;
  std::vector<Action> actions;  // of a liveness challenge, in order
  bool operator==(const ChallengeIssued&) const = default;
};
template <>
inline constexpr auto fields_of<ChallengeIssued> =
    fields(Field{"step", &ChallengeIssued::step},
           Field{"nonce", &ChallengeIssued::nonce},
           Field{"expiresAt", &ChallengeIssued::expires_at},
           Field{"actions", &ChallengeIssued::actions});
template <>
inline constexpr EventType event_type<ChallengeIssued> = {
    2, 1, "ChallengeIssued", "A nonce was handed out for one submission of the step."};

struct NonceConsumed {
  Step step = Step::Document;
  NonceHash nonce;
  bool operator==(const NonceConsumed&) const = default;
};
template <>
inline constexpr auto fields_of<NonceConsumed> = fields(Field{"step", &NonceConsumed::step},
                                                        Field{"nonce", &NonceConsumed::nonce});
template <>
inline constexpr EventType event_type<NonceConsumed> = {
    3, 1, "NonceConsumed", "A submission spent its nonce; the outcome follows in the same append."};

struct DocumentAccepted {
  Side side = Side::Front;
  std::optional<DocumentType> document_type;  // as declared with this image
  std::uint32_t attempt = 0;                  // of this side, from 1
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;
  std::optional<Side> next_side;
  StoredFile file;
  std::vector<Issue> issues;  // warnings only
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
  bool operator==(const DocumentAccepted&) const = default;
};
template <>
inline constexpr auto fields_of<DocumentAccepted> =
    fields(Field{"side", &DocumentAccepted::side},
           Field{"documentType", &DocumentAccepted::document_type},
           Field{"attempt", &DocumentAccepted::attempt},
           Field{"attemptsRemaining", &DocumentAccepted::attempts_remaining},
           Field{"stepComplete", &DocumentAccepted::step_complete},
           Field{"nextSide", &DocumentAccepted::next_side},
           Field{"file", &DocumentAccepted::file},
           Field{"issues", &DocumentAccepted::issues},
           Field{"checks", &DocumentAccepted::checks},
           Field{"engine", &DocumentAccepted::engine});
template <>
inline constexpr EventType event_type<DocumentAccepted> = {
    4, 1, "DocumentAccepted", "A document image passed inspection and is stored."};
template <>
inline constexpr bool seals_document_values<DocumentAccepted> = true;

struct DocumentRejected {
  Side side = Side::Front;
  std::optional<DocumentType> document_type;
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;     // if so, the image is an optional BACK
  bool step_failed = false;       // no attempts are left for a side that the step needs
  std::optional<Side> next_side;  // the BACK if the step still needs it
  std::string code;               // e.g. DOCUMENT_BLURRY; part of the public API
  RefusedImage image;
  std::vector<Issue> issues;  // every problem found
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
  bool operator==(const DocumentRejected&) const = default;
};
template <>
inline constexpr auto fields_of<DocumentRejected> =
    fields(Field{"side", &DocumentRejected::side},
           Field{"documentType", &DocumentRejected::document_type},
           Field{"attempt", &DocumentRejected::attempt},
           Field{"attemptsRemaining", &DocumentRejected::attempts_remaining},
           Field{"stepComplete", &DocumentRejected::step_complete},
           Field{"stepFailed", &DocumentRejected::step_failed},
           Field{"nextSide", &DocumentRejected::next_side},
           Field{"code", &DocumentRejected::code},
           Field{"image", &DocumentRejected::image},
           Field{"issues", &DocumentRejected::issues},
           Field{"checks", &DocumentRejected::checks},
           Field{"engine", &DocumentRejected::engine});
template <>
inline constexpr EventType event_type<DocumentRejected> = {
    5, 1, "DocumentRejected", "A document image failed inspection; its bytes are not kept."};

struct LivenessAccepted {
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  std::vector<Action> actions;    // that the challenge asked for
  std::vector<StoredFile> files;  // the frames, in the order of the submission
  std::vector<Issue> issues;
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
  bool operator==(const LivenessAccepted&) const = default;
};
template <>
inline constexpr auto fields_of<LivenessAccepted> =
    fields(Field{"attempt", &LivenessAccepted::attempt},
           Field{"attemptsRemaining", &LivenessAccepted::attempts_remaining},
           Field{"actions", &LivenessAccepted::actions},
           Field{"files", &LivenessAccepted::files},
           Field{"issues", &LivenessAccepted::issues},
           Field{"checks", &LivenessAccepted::checks},
           Field{"engine", &LivenessAccepted::engine});
template <>
inline constexpr EventType event_type<LivenessAccepted> = {
    6, 1, "LivenessAccepted", "The face frames passed inspection and are stored."};

struct LivenessRejected {
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_failed = false;
  std::string code;
  std::optional<Action> failed_action;
  std::vector<RefusedImage> images;
  std::vector<Issue> issues;
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
  bool operator==(const LivenessRejected&) const = default;
};
template <>
inline constexpr auto fields_of<LivenessRejected> =
    fields(Field{"attempt", &LivenessRejected::attempt},
           Field{"attemptsRemaining", &LivenessRejected::attempts_remaining},
           Field{"stepFailed", &LivenessRejected::step_failed},
           Field{"code", &LivenessRejected::code},
           Field{"failedAction", &LivenessRejected::failed_action},
           Field{"images", &LivenessRejected::images},
           Field{"issues", &LivenessRejected::issues},
           Field{"checks", &LivenessRejected::checks},
           Field{"engine", &LivenessRejected::engine});
template <>
inline constexpr EventType event_type<LivenessRejected> = {
    7, 1, "LivenessRejected", "The face frames failed inspection; their bytes are not kept."};

struct SessionFinalized {
  ResultStatus result = ResultStatus::Review;  // Passed, Failed or Review
  std::string detail;
  std::vector<std::string> reasons;  // codes; empty when passed
  std::vector<CheckOutcome> checks;  // of finalize itself: the face match
  EngineVersion engine;
  bool operator==(const SessionFinalized&) const = default;
};
template <>
inline constexpr auto fields_of<SessionFinalized> =
    fields(Field{"result", &SessionFinalized::result},
           Field{"detail", &SessionFinalized::detail},
           Field{"reasons", &SessionFinalized::reasons},
           Field{"checks", &SessionFinalized::checks},
           Field{"engine", &SessionFinalized::engine});
template <>
inline constexpr EventType event_type<SessionFinalized> = {
    8, 1, "SessionFinalized", "The device finalized the capture; the token is used."};
template <>
inline constexpr KeyEffect key_effect<SessionFinalized> = KeyEffect::Stores;

struct SessionExpired {
  EndReason reason = EndReason::NeverStarted;
  bool operator==(const SessionExpired&) const = default;
};
template <>
inline constexpr auto fields_of<SessionExpired> = fields(Field{"reason", &SessionExpired::reason});
template <>
inline constexpr EventType event_type<SessionExpired> = {
    9, 1, "SessionExpired", "The session's time ran out; recorded once, by a sweep."};

struct SessionCanceled {
  std::optional<StatedReason> why{};
  bool operator==(const SessionCanceled&) const = default;
};
template <>
inline constexpr auto fields_of<SessionCanceled> = fields(Field{"why", &SessionCanceled::why});
template <>
inline constexpr EventType event_type<SessionCanceled> = {
    10, 1, "SessionCanceled", "The client, or an operator, gave the session up."};

struct DocumentsDownloaded {
  std::optional<FileId> file;  // the requested file; none: the bundle of all files
  std::uint32_t file_count = 0;
  std::uint64_t size_bytes = 0;  // total of the files
  std::optional<StatedReason> why{};
  bool operator==(const DocumentsDownloaded&) const = default;
};
template <>
inline constexpr auto fields_of<DocumentsDownloaded> =
    fields(Field{"file", &DocumentsDownloaded::file},
           Field{"fileCount", &DocumentsDownloaded::file_count},
           Field{"sizeBytes", &DocumentsDownloaded::size_bytes},
           Field{"why", &DocumentsDownloaded::why});
template <>
inline constexpr EventType event_type<DocumentsDownloaded> = {
    11,
    1,
    "DocumentsDownloaded",
    "Stored bytes were asked for; recorded before the first one left."};

// Restore: a restored backup no longer has the bytes, or no key for them is left.
enum class PurgeReason : std::uint8_t { Retention, Erasure, Restore };
template <>
inline constexpr auto enum_names<PurgeReason> = std::to_array<Named<PurgeReason>>({
    {PurgeReason::Retention, "RETENTION"},
    {PurgeReason::Erasure, "ERASURE"},
    {PurgeReason::Restore, "RESTORE"},
});

struct FilesPurged {
  PurgeReason reason = PurgeReason::Retention;
  std::vector<FileId> files;
  std::uint64_t size_bytes = 0;
  std::optional<UtcTime> cutoff;  // of a sweep: it purged the sessions that ended before this time
  std::optional<StatedReason> why{};
  bool operator==(const FilesPurged&) const = default;
};
template <>
inline constexpr auto fields_of<FilesPurged> = fields(Field{"reason", &FilesPurged::reason},
                                                      Field{"files", &FilesPurged::files},
                                                      Field{"sizeBytes", &FilesPurged::size_bytes},
                                                      Field{"cutoff", &FilesPurged::cutoff},
                                                      Field{"why", &FilesPurged::why});
template <>
inline constexpr EventType event_type<FilesPurged> = {
    12, 1, "FilesPurged", "The session's key and stored bytes were deleted; the metadata stays."};
template <>
inline constexpr KeyEffect key_effect<FilesPurged> = KeyEffect::Deletes;

// With a reason, an operator reads all texts that are sealed with the session's events for the
// person that they are about; the values are among them, if there are any.
struct DocumentValuesRead {
  std::optional<StatedReason> why{};
  bool operator==(const DocumentValuesRead&) const = default;
};
template <>
inline constexpr auto fields_of<DocumentValuesRead> = fields(Field{"why",
                                                                   &DocumentValuesRead::why});
template <>
inline constexpr EventType event_type<DocumentValuesRead> = {
    23,
    1,
    "DocumentValuesRead",
    "The values of the document, or with a reason all sealed texts of the session, were requested; "
    "recorded before the answer left."};

// The sealed part of the event has the person's own words, if there are any.
struct LivenessNotPossible {
  bool operator==(const LivenessNotPossible&) const = default;
};
template <>
inline constexpr auto fields_of<LivenessNotPossible> = fields<>();
template <>
inline constexpr EventType event_type<LivenessNotPossible> = {
    26,
    1,
    "LivenessNotPossible",
    "The person cannot perform the actions; the step ends without a judgement."};

struct ConsentGiven {
  ConsentVersion consent;
  bool operator==(const ConsentGiven&) const = default;
};
template <>
inline constexpr auto fields_of<ConsentGiven> = fields(Field{"consent", &ConsentGiven::consent});
template <>
inline constexpr EventType event_type<ConsentGiven> = {
    33, 1, "ConsentGiven", "The person consented to the client's text of this version."};

struct SessionEvents {
  using Variant = std::variant<SessionCreated,
                               ChallengeIssued,
                               NonceConsumed,
                               DocumentAccepted,
                               DocumentRejected,
                               LivenessAccepted,
                               LivenessRejected,
                               SessionFinalized,
                               SessionExpired,
                               SessionCanceled,
                               DocumentsDownloaded,
                               FilesPurged,
                               HoldSet,
                               HoldReleased,
                               DocumentValuesRead,
                               LivenessNotPossible,
                               ConsentGiven,
                               HandoffOffered,
                               HandoffRefused,
                               DeviceJoined,
                               HandoffTakenBack,
                               LinkRenewed,
                               LinkTakenBack,
                               ReviewClaimed,
                               ReviewReleased,
                               ImageViewed,
                               ReviewDecided,
                               ReviewCorrected,
                               ReviewOverdue,
                               ReviewAssigned,
                               ReviewUnassigned,
                               ReviewHandedOver>;
};
static_assert(events_are_sound<SessionEvents::Variant>,
              "a number or a name is repeated, or a member is missing from its fields");

using SessionEvent = OneOf<SessionEvents>;
extern template class OneOf<SessionEvents>;

}  // namespace countersign
