#include "http/operator/operations/operations_ending.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/submit_all.h"
#include "http/answers/session_json.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/operator/erased_sessions.h"
#include "http/operator/operation_list.h"

// Operations that end sessions and clients in an operator's name, also those of a client that is
// disabled.
namespace countersign::http {
namespace {

constexpr std::size_t kOpenSessionsAPage = 128;

// The most sessions that the answer to a closing counts, a short key read for each.
constexpr std::uint64_t kCountedMax = 10'000;

// As the backend reads it.
struct ResultAfter {
  std::string json;
  static Schema schema() { return result_schema(); }
};

struct CanceledSession {
  ResultAfter result;
};

struct PurgedSession {
  ErasedSession erased;
  std::uint64_t files_left = 0;
};

struct ClosedAnswer {
  ClientKey client;
  UtcTime purge_at;
  std::uint64_t canceled = 0;
  std::uint64_t kept = 0;
};

}  // namespace

template <>
constexpr auto members_of<CanceledSession> = members(Member{"result", &CanceledSession::result});

template <>
constexpr auto members_of<PurgedSession> = std::tuple_cat(
    members_through(&PurgedSession::erased, members_of<ErasedSession>),
    members(Member{"filesLeft",
                   &PurgedSession::files_left,
                   "Files without a key that the disk still has; the next sweep tries again."}));

template <>
constexpr auto members_of<ClosedAnswer> = members(
    Member{"clientKey", &ClosedAnswer::client},
    Member{"purgeAt", &ClosedAnswer::purge_at, "From when on no file is kept without a hold."},
    Member{"canceledSessions", &ClosedAnswer::canceled, "The sessions that still ran."},
    Member{
        "keptSessions",
        &ClosedAnswer::kept,
        "The sessions that are not purged yet, and are by that time; those that a hold keeps are "
        "among them. At most 10000 are counted."});

namespace {

Result<CanceledSession, Problem> cancel_for_client(const OperationContext& context,
                                                   const AskedEnding& input) {
  const UtcTime now = context.data.clock().now();
  auto session = context.data.queries().session(input.session);
  if (!session) return problem_of(session.error());
  if (!*session) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  const CancelSession command{.at = now, .why = StatedReason(input.reason)};
  const auto done = carry_out(context, stream_of(input.session), SessionCommand(command));
  if (!done) return done.error();
  session = context.data.queries().session(input.session);
  if (!session) return problem_of(session.error());
  const auto kept =
      context.data.queries().retention_of((*session)->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());
  return CanceledSession{{result_json(**session, now, *kept)}};
}

Result<PurgedSession, Problem> purge_for_client(const OperationContext& context,
                                                const AskedEnding& input) {
  auto done = erase_sessions(context, {input.session}, StatedReason(input.reason));
  if (!done) return done.error();
  if (!done->held.empty()) return held_problem(done->held.front());
  if (done->erased.empty()) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  return PurgedSession{std::move(done->erased.front()), done->files_left};
}

// Cancels these sessions. One that has ended meanwhile needs nothing.
Result<std::uint64_t, Problem> cancel_these(const OperationContext& context,
                                            const std::string& reason,
                                            const std::vector<SessionListing>& open) {
  std::vector<Submission> submissions;
  const CancelSession command{.at = context.data.clock().now(), .why = StatedReason(reason)};
  for (const SessionListing& session : open) {
    submissions.push_back(
        {stream_of(session.id), SessionCommand(command), context.actor, context.request});
  }
  std::uint64_t canceled = 0;
  for (const Outcome& outcome : submit_all(context.data.writer(), std::move(submissions))) {
    if (std::holds_alternative<Committed>(outcome)) ++canceled;
    if (std::holds_alternative<Rejection>(outcome)) continue;
    if (const auto problem = http::problem_of(outcome)) return *problem;
  }
  return canceled;
}

// Reads the client's running sessions alone. None is opened meanwhile: the writer has refused the
// client's since the event that closed it. Those that have not begun come first, because a session
// may begin meanwhile.
Result<std::uint64_t, Problem> cancel_running(const OperationContext& context,
                                              const ClosedClient& closed) {
  std::uint64_t canceled = 0;
  for (const SessionStatus status : {SessionStatus::Created, SessionStatus::InProgress}) {
    SessionsAsked asked{.client = closed.client, .status = status};
    asked.now = context.data.clock().now();
    std::optional<SessionPlace> after;
    do {
      const auto open = context.data.queries().sessions(asked, after, kOpenSessionsAPage);
      if (!open) return problem_of(open.error());
      const auto some = cancel_these(context, closed.reason, open->sessions);
      if (!some) return some.error();
      canceled += *some;
      if (context.given_up()) return unavailable("The operation was given up; run it again.");
      after = open->next;
    } while (after);
  }
  return canceled;
}

// Counts the client's sessions that have ended and are not purged yet, up to kCountedMax.
Result<std::uint64_t, Problem> count_kept(const OperationContext& context,
                                          const ClientKey& client) {
  constexpr UtcTime kEnd{std::numeric_limits<std::int64_t>::max()};
  std::uint64_t kept = 0;
  for (const RetentionQueue queue :
       {RetentionQueue::Completed, RetentionQueue::InReview, RetentionQueue::Unfinished}) {
    const auto ended = context.data.queries().due(queue, client, kEnd, kCountedMax - kept);
    if (!ended) return problem_of(ended.error());
    kept += ended->size();
  }
  return kept;
}

std::optional<UtcTime> purge_time_in(const std::string& text) {
  const auto time = parse_utc_time(text);
  return time ? time : parse_utc_time(text + "T00:00:00Z");
}

Problem wrong_time(std::string detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::move(detail), .field = "purgeAt"};
}

// The last day that is asked for. The purge cannot be taken back, so a time that is past, such as a
// mistyped year, is not taken for the present. The time that the client has already is no new one.
Result<UtcTime, Problem> last_day_of(const ClosedClient& input, const Client& client, UtcTime now) {
  if (input.purge_now == !input.purge_at.empty()) {
    return wrong_time("Either a time or purgeNow is needed, and not both.");
  }
  if (input.purge_now) {
    return client.purge_at && *client.purge_at <= now ? *client.purge_at : now;
  }
  const auto purge_at = purge_time_in(input.purge_at);
  if (!purge_at) {
    return wrong_time("The time is neither one as RFC 3339 nor a day, YYYY-MM-DD.");
  }
  if (*purge_at < now && client.purge_at != purge_at) {
    return wrong_time("The time " + to_string(*purge_at) +
                      " is past, and nothing was changed: name a later one, or purgeNow "
                      "(--purge-now) to purge all files at once.");
  }
  return *purge_at;
}

// A repeated call with the same time does what an earlier one could not finish.
Result<ClosedAnswer, Problem> close_client(const OperationContext& context,
                                           const ClosedClient& input) {
  const auto client = context.data.queries().client(input.client);
  if (!client) return problem_of(client.error());
  if (!*client) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
  }
  const UtcTime now = context.data.clock().now();
  const auto purge_at = last_day_of(input, **client, now);
  if (!purge_at) return purge_at.error();
  if ((*client)->purge_at != *purge_at) {
    const CloseClient command{.at = now, .reason = input.reason, .purge_at = *purge_at};
    const auto done = carry_out(context, stream_of(input.client), ClientCommand(command));
    if (!done) return done.error();
  }
  const auto canceled = cancel_running(context, input);
  if (!canceled) return canceled.error();
  const auto kept = count_kept(context, input.client);
  if (!kept) return kept.error();
  return ClosedAnswer{input.client, *purge_at, *canceled, *kept};
}

constexpr Operation kEndingOperations[] = {
    operation<cancel_for_client>("session cancel", "Give a session up in its client's place."),
    operation<purge_for_client>("session purge",
                                "Erase a session's files, with a receipt; a running one ends."),
    operation<close_client>("client close",
                            "Disable a client, end what runs, and purge all at a time."),
};

}  // namespace

std::span<const Operation> ending_operations() { return kEndingOperations; }

}  // namespace countersign::http
