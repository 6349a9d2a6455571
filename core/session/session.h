#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/event/finding.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/session/review/review.h"
#include "core/session/review/review_rules.h"
#include "core/session/session_command.h"
#include "core/session/session_event.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

struct Client;

struct Challenge {
  Step step = Step::Document;
  NonceHash nonce;
  UtcTime expires_at;
  std::vector<Action> actions;
  bool used = false;
  bool operator==(const Challenge&) const = default;
};
template <>
inline constexpr auto fields_of<Challenge> = fields(Field{"step", &Challenge::step},
                                                    Field{"nonce", &Challenge::nonce},
                                                    Field{"expiresAt", &Challenge::expires_at},
                                                    Field{"actions", &Challenge::actions},
                                                    Field{"used", &Challenge::used});
static_assert(record_is_sound<Challenge>);

// The progress of one side of the document, or of liveness.
struct Progress {
  std::uint32_t attempts = 0;  // judged attempts
  bool accepted = false;
  std::vector<CheckOutcome> checks;  // of the latest attempt
  EngineVersion engine{};            // that judged the latest attempt
  bool operator==(const Progress&) const = default;
};
template <>
inline constexpr auto fields_of<Progress> = fields(Field{"attempts", &Progress::attempts},
                                                   Field{"accepted", &Progress::accepted},
                                                   Field{"checks", &Progress::checks},
                                                   Field{"engine", &Progress::engine});
static_assert(record_is_sound<Progress>);

// A code by which another device may take the session over.
struct Handoff {
  CodeHash code;
  UtcTime expires_at;
  bool operator==(const Handoff&) const = default;
};
template <>
inline constexpr auto fields_of<Handoff> = fields(Field{"code", &Handoff::code},
                                                  Field{"expiresAt", &Handoff::expires_at});
static_assert(record_is_sound<Handoff>);

// The address by which a device gets the session from nobody but the backend.
struct Link {
  std::optional<CodeHash> code;  // of the renewed link; none: that of the creation
  UtcTime expires_at;
  bool taken_back = false;
  bool used = false;  // a device that came by it has submitted something
  std::uint32_t renewals = 0;
  bool operator==(const Link&) const = default;
};
template <>
inline constexpr auto fields_of<Link> = fields(Field{"code", &Link::code},
                                               Field{"expiresAt", &Link::expires_at},
                                               Field{"takenBack", &Link::taken_back},
                                               Field{"used", &Link::used},
                                               Field{"renewals", &Link::renewals});
static_assert(record_is_sound<Link>);

// A device's token, and until when it is accepted.
struct DeviceToken {
  TokenHash token;
  UtcTime expires_at;
  bool operator==(const DeviceToken&) const = default;
};
template <>
inline constexpr auto fields_of<DeviceToken> = fields(Field{"token", &DeviceToken::token},
                                                      Field{"expiresAt", &DeviceToken::expires_at});
static_assert(record_is_sound<DeviceToken>);

struct Attempt {
  Step step = Step::Document;
  std::optional<Side> side;
  std::uint32_t attempt = 0;
  UtcTime at;
  bool ok = false;
  std::optional<std::string> code;
  bool operator==(const Attempt&) const = default;
};
template <>
inline constexpr auto fields_of<Attempt> = fields(Field{"step", &Attempt::step},
                                                  Field{"side", &Attempt::side},
                                                  Field{"attempt", &Attempt::attempt},
                                                  Field{"at", &Attempt::at},
                                                  Field{"ok", &Attempt::ok},
                                                  Field{"code", &Attempt::code});
static_assert(record_is_sound<Attempt>);

// The text that the person consented to last.
struct Consent {
  ConsentVersion text;
  UtcTime given_at;
  bool operator==(const Consent&) const = default;
};
template <>
inline constexpr auto fields_of<Consent> = fields(Field{"text", &Consent::text},
                                                  Field{"givenAt", &Consent::given_at});
static_assert(record_is_sound<Consent>);

// One verification: the fold of its stream. It is both what decide() has to know and what the
// result record shows. A value type; `exists` is false until the first event.
//
// Expiry is not part of it: readers compare `expires_at` with the clock, see status_at().
struct Session {
  bool exists = false;
  SessionId id;
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;                         // of the device that captures
  std::vector<TokenHash> older_tokens;     // which may only ask for the status, the oldest first
  std::optional<TokenHash> dropped_token;  // that the newest one displaced; it opens nothing
  UtcTime token_expires_at;                // of the device that captures
  DeviceToken first_token;                 // of the creation
  std::vector<TokenHash> givers;           // that handed it on, the first first
  // The renewal count of the link by which the first giver joined, or the capturing device if there
  // is no giver; nullopt if that device has the token of the creation.
  std::optional<std::uint32_t> through_link;
  Link link;
  std::optional<Handoff> handoff;  // the outstanding one
  std::uint32_t handoffs = 0;      // offered so far
  std::uint32_t attempts_allowed = 0;
  std::optional<std::string> user_ref;
  std::optional<SessionLabels> labels;
  std::vector<std::string> origin_allowlist;
  bool sandbox = false;  // outcomes are forced, no person is inspected; see core/session/sandbox.h
  std::optional<std::string> language;      // of the page; none: that of the browser
  std::vector<AcceptedDocument> documents;  // that the page offers; empty: those of the client
  std::optional<std::string> return_url;    // none: that of the client
  SessionStatus status = SessionStatus::Created;
  UtcTime created_at;
  UtcTime expires_at;         // of its link or its token, whichever lives longer; see evolve()
  UtcTime expires_at_before;  // the newest event
  std::optional<UtcTime> started_at;
  std::optional<UtcTime> ended_at;
  std::optional<EndReason> end_reason;
  std::vector<Challenge> challenges;  // the latest kChallengesRemembered
  std::optional<DocumentType> document_type;
  Progress front;
  Progress back;
  Progress liveness;
  std::vector<Attempt> attempts;
  std::vector<StoredFile> files;
  ResultStatus result = ResultStatus::Pending;
  std::string detail;
  std::vector<std::string> reasons;
  std::vector<CheckOutcome> final_checks;  // of finalize
  EngineVersion engine;
  bool held = false;
  std::optional<UtcTime> purged_at;
  std::uint64_t downloads = 0;
  std::optional<Sequence>
      sealed_values{};  // of the event with them; see http/sealed/sealed_values.h
  std::optional<Sequence> liveness_excused{};  // of the LivenessNotPossible event
  std::optional<Consent> consent;              // none: not asked for, or not given
  Review review;                               // beside `result`, which stays the machine's
  std::optional<SessionId> predecessor{};      // the session whose review asked for this one
  std::optional<Sequence> asked_again{};       // of the event with the words to the person, if any
  std::uint64_t version = 0;                   // of the stream
  std::uint64_t last_sequence = 0;             // of the last event of the stream
  Sha256 last_leaf;                            // leaf hash of the last event of the stream
  bool operator==(const Session&) const = default;
};
template <>
inline constexpr auto fields_of<Session> =
    fields(Field{"exists", &Session::exists},
           Field{"id", &Session::id},
           Field{"client", &Session::client},
           Field{"purpose", &Session::purpose},
           Field{"token", &Session::token},
           Field{"olderTokens", &Session::older_tokens},
           Field{"droppedToken", &Session::dropped_token},
           Field{"tokenExpiresAt", &Session::token_expires_at},
           Field{"firstToken", &Session::first_token},
           Field{"givers", &Session::givers},
           Field{"throughLink", &Session::through_link},
           Field{"link", &Session::link},
           Field{"handoff", &Session::handoff},
           Field{"handoffs", &Session::handoffs},
           Field{"attemptsAllowed", &Session::attempts_allowed},
           Field{"userRef", &Session::user_ref},
           Field{"labels", &Session::labels},
           Field{"originAllowlist", &Session::origin_allowlist},
           Field{"sandbox", &Session::sandbox},
           Field{"language", &Session::language},
           Field{"documents", &Session::documents},
           Field{"returnUrl", &Session::return_url},
           Field{"status", &Session::status},
           Field{"createdAt", &Session::created_at},
           Field{"expiresAt", &Session::expires_at},
           Field{"expiresAtBefore", &Session::expires_at_before},
           Field{"startedAt", &Session::started_at},
           Field{"endedAt", &Session::ended_at},
           Field{"endReason", &Session::end_reason},
           Field{"challenges", &Session::challenges},
           Field{"documentType", &Session::document_type},
           Field{"front", &Session::front},
           Field{"back", &Session::back},
           Field{"liveness", &Session::liveness},
           Field{"attempts", &Session::attempts},
           Field{"files", &Session::files},
           Field{"result", &Session::result},
           Field{"detail", &Session::detail},
           Field{"reasons", &Session::reasons},
           Field{"finalChecks", &Session::final_checks},
           Field{"engine", &Session::engine},
           Field{"held", &Session::held},
           Field{"purgedAt", &Session::purged_at},
           Field{"downloads", &Session::downloads},
           Field{"sealedValues", &Session::sealed_values},
           Field{"livenessExcused", &Session::liveness_excused},
           Field{"consent", &Session::consent},
           Field{"review", &Session::review},
           Field{"predecessor", &Session::predecessor},
           Field{"askedAgain", &Session::asked_again},
           Field{"version", &Session::version},
           Field{"lastSequence", &Session::last_sequence},
           Field{"lastLeaf", &Session::last_leaf});
static_assert(record_is_sound<Session>);

inline constexpr std::size_t kOutstandingChallengesMax = 8;  // unused and unexpired, per step
inline constexpr std::size_t kChallengesRemembered = 64;     // an older nonce reads as UNKNOWN
static_assert(kChallengesRemembered >= 4 * kOutstandingChallengesMax);
// The most tokens of a session. A further device drops the oldest token, but never that of the
// creation or that of the first device that handed the session on.
inline constexpr std::size_t kTokensMax = 32;
inline constexpr std::uint32_t kHandoffsMax = 256;  // offered in a session
inline constexpr std::uint32_t kLinksMax = 64;      // made for a session, the first included

// Pure. The same session and command always give the same decision, so a recorded stream can be
// audited by running it again.
Decision<SessionEvent> decide(const Session& session, const SessionCommand& command);

// Pure. Decides whether a client that opened `opened_this_month` sessions before may open this one.
// The event that happens is the first of the session's stream.
Decision<SessionEvent> decide(const Client& client,
                              std::uint64_t opened_this_month,
                              const CreateSession& command);

// Pure and total: an event has already happened, so it cannot be refused.
void evolve(Session& session, EventRef<SessionEvent> event, const EventPlace& place);

// ---- questions about a session, all pure ------------------------------------

// NotPossible: the person cannot do the step, and a review takes its place.
enum class StepState : std::uint8_t { Pending, Completed, Failed, NotPossible };
template <>
inline constexpr auto enum_names<StepState> = std::to_array<Named<StepState>>({
    {StepState::Pending, "PENDING"},
    {StepState::Completed, "COMPLETED"},
    {StepState::Failed, "FAILED"},
    {StepState::NotPossible, "NOT_POSSIBLE"},
});

bool has_step(Purpose purpose, Step step);
std::vector<Step> steps_of(Purpose purpose);
bool compares_faces(Purpose purpose);

// Completed, failed, expired or canceled, and the log says so.
bool has_ended(const Session& session);
// Neither ended nor expired: a device may have it, or may yet get it by the link.
bool is_active(const Session& session, UtcTime now);
// Active, and the token of the device that captures is accepted.
bool takes_device_calls(const Session& session, UtcTime now);
// Computed when read, so that a GET never appends an event for an expiry.
SessionStatus status_at(const Session& session, UtcTime now);
std::optional<EndReason> end_reason_at(const Session& session, UtcTime now);
// The result that counts, for a session that has this status: a person's decision, or what the
// machine said if nobody has decided. A session that ended without a finalize was not evaluated.
ResultStatus result_status_of(const Session& session, SessionStatus status);
// The same for its status at a time.
ResultStatus result_status_at(const Session& session, UtcTime now);
// When the session ended or expired; nullopt while it is open.
std::optional<UtcTime> completed_at(const Session& session, UtcTime now);

// The part of the session that the rules of a review need; refers to the session.
ReviewCase case_of(const Session& session);
bool waits_for_review(const Session& session);
// The time from which the files' retention counts: the decision of a review, or the session's end,
// or the expiry of an open session.
UtcTime kept_since(const Session& session);

// Whether no device that came by the link has submitted anything, and the client has not taken the
// link back. The token of the creation counts as the first link's.
bool is_link_unused(const Session& session);
// Whether the link with this code still gives a device a token: the session is active, the link is
// the newest one, its time has not run out, and is_link_unused().
bool is_link_open(const Session& session, const CodeHash& code, UtcTime now);
// The reason why the link with this code gives no token; nullopt if the link gives one.
std::optional<LinkFault> link_fault(const Session& session, const CodeHash& code, UtcTime now);
// Whether the device with this token may take the session back: it has handed the session, directly
// or through other devices, to the device that has it. Without a token: whether any device may.
bool may_take_back(const Session& session, const std::optional<TokenHash>& token);
// Whether this code is the outstanding offer of a handoff.
bool is_offered(const Session& session, const CodeHash& code, UtcTime now);
// Whether a device with this token has lost the session to another device.
bool is_handed_off(const Session& session, const std::optional<TokenHash>& token);

StepState state_of(const Session& session, Step step);
CurrentStep current_step(const Session& session);
std::vector<Side> required_sides(const Session& session);
std::vector<Side> captured_sides(const Session& session);
std::uint32_t attempts_used(const Session& session, Step step);       // of the side in turn
std::uint32_t attempts_remaining(const Session& session, Step step);  // of the side in turn

// Returns why `nonce` cannot be redeemed for `step` now; none if it can.
std::optional<ChallengeFault> challenge_fault(const Session& session,
                                              Step step,
                                              const NonceHash& nonce,
                                              UtcTime now);
const Challenge* find_challenge(const Session& session, Step step, const NonceHash& nonce);

// Returns every check of the session that counts, each document check with its side.
std::vector<CheckOutcome> checks_of(const Session& session);

}  // namespace countersign
