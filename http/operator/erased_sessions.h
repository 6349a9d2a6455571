#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/stored_event.h"
#include "http/call/problem.h"
#include "http/json/members.h"
#include "http/json/schema_of.h"
#include "http/operator/operations.h"

// Erasures by operators: of one session, or of all that a person has.
namespace countersign::http {

// A session whose files are gone, and what proves it: the event that records the purge, and its
// receipt, with which an auditor needs neither the server nor its log.
struct ErasedSession {
  SessionId session;
  UtcTime purged_at;
  std::uint64_t files = 0;
  std::uint64_t size_bytes = 0;
  Sequence event;
  Sha256 leaf;
  std::optional<std::string> receipt{};  // none: the log was opened without its signing key
  static Schema schema();
};
template <>
inline constexpr auto members_of<ErasedSession> = members(
    Member{"sessionId", &ErasedSession::session},
    Member{"purgedAt", &ErasedSession::purged_at},
    Member{"files", &ErasedSession::files, "The number of files that there were."},
    Member{"sizeBytes", &ErasedSession::size_bytes, "Their bytes, together."},
    Member{"event", &ErasedSession::event, "The sequence of the event that records the purge."},
    Member{"leaf", &ErasedSession::leaf, "The leaf hash of that event in the log's tree."},
    Member{"receipt",
           &ErasedSession::receipt,
           "The event, its inclusion proof and a signed checkpoint, as the receipt of a session; "
           "null without the log's signing key."});

// A session that a legal hold keeps, and the last hold that was set on it.
struct HeldSession {
  SessionId session;
  UtcTime since;
  std::string by;  // the operator, `uid:<n>`
  std::string reason;
  static Schema schema();
};
template <>
inline constexpr auto members_of<HeldSession> =
    members(Member{"sessionId", &HeldSession::session},
            Member{"since", &HeldSession::since, "When the hold was set."},
            Member{"by", &HeldSession::by, "Who set it."},
            Member{"reason", &HeldSession::reason, "The reason of the hold."});

// The receipt of an event of the log, as the API gives it; none if the log was opened without its
// signing key.
Result<std::optional<std::string>, Problem> receipt_of(const OperationContext& context,
                                                       const StoredEvent& event);

// The purge of a session, whoever asked for it; none if its files are kept, or it is unknown.
Result<std::optional<ErasedSession>, Problem> erasure_of(const OperationContext& context,
                                                         const SessionId& session);

struct ErasedSessions {
  std::vector<ErasedSession> erased;
  std::vector<HeldSession> held;
  std::uint64_t files_left = 0;  // that the disk still has; the next sweep tries again
};

// Erases the sessions in one pass, in the order given, and ends those that still run. A session
// that was purged before counts as erased, with the proof of then, so a repeated call answers the
// same. An unknown session is in neither list. Slow, as purge_sessions(); costs a few reads of each
// session's events besides.
Result<ErasedSessions, Problem> erase_sessions(const OperationContext& context,
                                               const std::vector<SessionId>& sessions,
                                               const StatedReason& why);

// The refusal of an erasure; the sentence names the hold.
Problem held_problem(const HeldSession& held);

}  // namespace countersign::http
