#include "http/operator/operations/operations_session.h"

#include <string>
#include <utility>
#include <vector>

#include "core/session/review/review_reasons.h"
#include "http/answers/public_event.h"
#include "http/answers/session_json.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "http/sealed/sealed_note.h"

// Operations on sessions: showing one, correcting its decision, and legal holds.
namespace countersign::http {
namespace {

// As the backend reads them.
struct ResultText {
  std::string json;
  static Schema schema() { return result_schema(); }
};
struct DocumentsText {
  std::string json;
  static Schema schema() { return documents_schema(); }
};

struct ShownSession {
  SessionId id;
  Session session;
  ResultText result;
  DocumentsText documents;
  std::vector<StoredEvent> events;
};

struct Held {
  SessionId session;
  bool held;
};

// The result record after the correction.
struct Corrected {
  ResultText result;
};

}  // namespace

template <>
constexpr auto members_of<ShownSession> = std::tuple_cat(
    members(Member{"sessionId", &ShownSession::id}),
    members_through(&ShownSession::session, members(Member{"clientKey", &Session::client})),
    members(Member{"result", &ShownSession::result}, Member{"documents", &ShownSession::documents}),
    members_through(
        &ShownSession::session,
        members(Member{"held", &Session::held, "Whether a legal hold keeps the session's files."},
                Member{"purgedAt", &Session::purged_at},
                Member{"downloads", &Session::downloads})),
    members(Member{"events",
                   [](const ShownSession& shown) { return texts_of(shown.events); },
                   kEventsMeaning}));

template <>
constexpr auto members_of<Held> = members(Member{"sessionId", &Held::session},
                                          Member{"held", &Held::held});

template <>
constexpr auto members_of<Corrected> = members(Member{"result", &Corrected::result});

namespace {

Result<Session, Problem> load(const OperationContext& context, const SessionId& id) {
  const auto session = context.data.queries().session(id);
  if (!session) return problem_of(session.error());
  if (!*session) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  return **session;
}

Result<ShownSession, Problem> show_session(const OperationContext& context,
                                           const NamedSession& input) {
  const auto session = load(context, input.session);
  if (!session) return session.error();
  const auto events = context.data.queries().timeline(input.session);
  if (!events) return problem_of(events.error());
  const auto kept =
      context.data.queries().retention_of(session->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());
  return ShownSession{input.session,
                      *session,
                      {result_json(*session, context.data.clock().now(), *kept)},
                      {documents_json(*session)},
                      *events};
}

template <class Command, bool kHeld>
Result<Held, Problem> change_hold(const OperationContext& context, const AskedHold& input) {
  const Command command{.at = context.data.clock().now(), .reason = input.reason};
  const auto done = carry_out(context, stream_of(input.session), SessionCommand(command));
  if (!done) return done.error();
  return Held{input.session, kHeld};
}

Result<Corrected, Problem> correct_review(const OperationContext& context,
                                          const AskedCorrection& input) {
  const auto session = load(context, input.session);
  if (!session) return session.error();
  const auto client = context.data.queries().client(session->client);
  if (!client) return problem_of(client.error());
  // The writer asks the client's policy too; asked here before a note is sealed.
  const CorrectReview command{
      .at = context.data.clock().now(),
      .decision = input.decision,
      .reasons = input.reasons.value(),
      .is_forbidden = *client && (*client)->policy.corrections == Corrections::Forbidden};
  if (const auto decision = decide(*session, SessionCommand(command)); !decision) {
    return problem_of(decision.error());
  }
  const auto key = context.data.session_key(input.session);
  if (!key) return problem_of(key.error());
  const std::string& why = input.why.value();
  const auto done = carry_out(
      context,
      stream_of(input.session),
      SessionCommand(command),
      sealed_note(why, std::nullopt, *key, input.session, context.request, context.random));
  if (!done) return done.error();
  const auto corrected = load(context, input.session);
  if (!corrected) return corrected.error();
  const auto kept =
      context.data.queries().retention_of(corrected->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());
  return Corrected{{result_json(*corrected, context.data.clock().now(), *kept, {.note = why})}};
}

constexpr Operation kSessionOperations[] = {
    operation<show_session>("session show", "Show all that is known of a session.", false),
    operation<correct_review>("session correct", "Replace the decision of a settled review."),
    operation<change_hold<SetHold, true>>("hold set", "Keep a session's files from being purged."),
    operation<change_hold<ReleaseHold, false>>("hold release",
                                               "Lift the hold on a session's files."),
};

}  // namespace

std::span<const Operation> session_operations() { return kSessionOperations; }

}  // namespace countersign::http
