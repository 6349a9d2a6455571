#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "core/webhook/webhook_type.h"
#include "http/answers/public_event.h"
#include "http/answers/review_part.h"
#include "http/answers/session_json.h"
#include "http/call/problem.h"
#include "http/json/members.h"
#include "http/operator/erased_sessions.h"
#include "http/operator/operations.h"

// One session as it is told to the person that it is about.
namespace countersign::http {

// As the backend reads them.
struct PersonsResult {
  std::string json;
  static Schema schema() { return result_schema(); }
};
struct PersonsDocuments {
  std::string json;
  static Schema schema() { return documents_schema(); }
};
struct PersonsTimeline {
  std::string json;
  static Schema schema() { return timeline_schema(); }
};

// A text that the person consented to.
struct GivenConsent {
  UtcTime at;
  std::string version;
  Sha256 sha256;
  std::optional<std::string> text{};  // none: the client's stream has no text of this hash
};
template <>
inline constexpr auto members_of<GivenConsent> =
    members(Member{"at", &GivenConsent::at},
            Member{"version", &GivenConsent::version},
            Member{"sha256", &GivenConsent::sha256},
            Member{"text", &GivenConsent::text, "The words that the person saw."});

// The opinion of a reviewer, once it may be told.
struct ToldDecision {
  UtcTime at;
  std::string by;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  bool is_signed = false;
  bool corrects = false;
  bool settles = false;
  std::optional<ToldSentence> told{};
};
template <>
inline constexpr auto members_of<ToldDecision> =
    members(Member{"at", &ToldDecision::at},
            Member{"by", &ToldDecision::by, "The reviewer."},
            Member{"decision", &ToldDecision::decision},
            Member{"reasons", &ToldDecision::reasons},
            Member{"signed", &ToldDecision::is_signed, "Whether a passkey of the reviewer did."},
            Member{"corrects", &ToldDecision::corrects, "Whether an earlier decision is replaced."},
            Member{"settles", &ToldDecision::settles, "Whether it counts by itself."},
            Member{"told", &ToldDecision::told, "The client's sentence for the person."});

// Someone saw what the person gave: a picture by a reviewer, files or values by a download.
struct ToldLook {
  UtcTime at;
  std::string by;    // the kind of who it was, and which one
  std::string what;  // a picture's name, or what was handed out or read
  std::optional<std::string> reason{};
};
template <>
inline constexpr auto members_of<ToldLook> =
    members(Member{"at", &ToldLook::at},
            Member{"by", &ToldLook::by, "The client, the reviewer or the operator."},
            Member{"what",
                   &ToldLook::what,
                   "The file, the bundle of all, the values read, or all sealed texts."},
            Member{"reason", &ToldLook::reason, "The reason that was stated."});

// A legal hold that was set, or released.
struct ToldHold {
  UtcTime at;
  std::string by;
  bool set = false;
  std::string reason;
};
template <>
inline constexpr auto members_of<ToldHold> =
    members(Member{"at", &ToldHold::at},
            Member{"by", &ToldHold::by},
            Member{"set", &ToldHold::set, "Set, else released."},
            Member{"reason", &ToldHold::reason});

// An event that webhooks tell.
struct ToldWebhook {
  UtcTime at;
  WebhookType type = WebhookType::Created;
  std::vector<std::string> to;
};
template <>
inline constexpr auto members_of<ToldWebhook> =
    members(Member{"at", &ToldWebhook::at},
            Member{"type", &ToldWebhook::type},
            Member{"to",
                   &ToldWebhook::to,
                   "The addresses of the client's present webhooks that take the type and were "
                   "registered before the event."});

struct PersonSession {
  SessionId id;
  Session session;
  PersonsResult result;
  PersonsDocuments documents;
  std::vector<GivenConsent> consents;
  std::vector<ToldDecision> decisions;
  std::vector<ToldLook> looks;
  std::vector<ToldHold> holds;
  std::vector<ToldWebhook> webhooks;
  std::optional<ErasedSession> purge;
  std::optional<std::string> receipt;
  PersonsTimeline timeline;
};
template <>
inline constexpr auto members_of<PersonSession> = std::tuple_cat(
    members(Member{"sessionId", &PersonSession::id}),
    members_through(
        &PersonSession::session,
        members(Member{"clientKey", &Session::client},
                Member{"held", &Session::held, "Whether a legal hold keeps the session's files."})),
    members(Member{"result", &PersonSession::result},
            Member{"documents", &PersonSession::documents},
            Member{"consents", &PersonSession::consents},
            Member{
                "decisions", &PersonSession::decisions, "Without opinions that are hidden still."},
            Member{"looks", &PersonSession::looks, "Looks of reviewers, and downloads."},
            Member{"holds", &PersonSession::holds},
            Member{"webhooks", &PersonSession::webhooks},
            Member{"purge", &PersonSession::purge, "Null while the files are kept."},
            Member{"receipt",
                   &PersonSession::receipt,
                   "The proof that the log has the event that finalized the session, or its last."},
            Member{"timeline", &PersonSession::timeline, "Every event, as the client reads it."}));

// The kind of who acted, and which one.
std::string actor_in_words(const Actor& actor);

// Returns the first event whose opinion is hidden still: one behind the last that settled
// something. `events` are all of a session.
std::vector<StoredEvent>::const_iterator first_hidden(const std::vector<StoredEvent>& events);
// Returns whether the event is a reviewer's opinion.
bool gives_opinion(const Event& event);

// Reads the session's events, and those of its client's settings. Slow; any thread.
Result<PersonSession, Problem> person_session(const OperationContext& context,
                                              const SessionId& session);

}  // namespace countersign::http
