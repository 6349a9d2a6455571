// POST decide/begin, decide and correct: a decision, signed by the reviewer's passkey.
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/session/review/review_rules.h"
#include "core/session/review/review_statement.h"
#include "core/stream/evolve.h"
#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_requests.h"
#include "http/review/cases/case_schemas.h"
#include "http/review/cases/case_statement.h"
#include "http/review/ceremony.h"
#include "http/review/passkey/assertion_check.h"
#include "http/review/passkey/ceremony_options.h"
#include "http/sealed/sealed_note.h"
#include "http/successor/successor.h"

namespace countersign::http {
namespace {

using Kind = ReviewStatement::Kind;

struct Decided {
  bool settled = false;
  std::optional<ResultStatus> result;
  std::optional<SessionId> successor;
};

// The statement of a decision, which a passkey signs.
struct SigningBegun {
  std::string statement;
  std::uint64_t seen = 0;
  std::optional<RequestOptions> options;
};

}  // namespace

template <>
constexpr auto members_of<Decided> = members(
    Member{"settled", &Decided::settled},
    Member{
        "resultStatus", &Decided::result, "Null for an opinion that does not settle the review."},
    Member{"successor",
           &Decided::successor,
           "Of a decision that asks again: the session in which the person captures again."});

template <>
constexpr auto members_of<SigningBegun> = members(
    Member{"statement", &SigningBegun::statement},
    Member{"seen", &SigningBegun::seen, "The size of the log that the statement names."},
    Member{
        "publicKey", &SigningBegun::options, "Null if the reviewer has no passkey to sign with."});

Schema decided_schema() { return answer_schema_of<Decided>("Decided"); }
Schema signing_begun_schema() { return answer_schema_of<SigningBegun>("SigningBegun"); }

namespace {

std::string words_in(const DecisionBody& body) {
  return words_of_note(body.note.value_or(""), body.without_look);
}

CaseAct act_of(Kind kind) { return kind == Kind::Correction ? CaseAct::Correct : CaseAct::Decide; }

Problem lacks(std::string_view field, std::string detail) {
  Problem problem{.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
  problem.field = std::string(field);
  return problem;
}

// Returns the command of the decision; `signature` is nullopt for an unsigned one. The writer fills
// in the parts that depend on the client's policy.
SessionCommand command_of(const ReviewService& service,
                          const ReviewerId& reviewer,
                          const Session& session,
                          const DecisionBody& body,
                          std::optional<DecisionSignature> signature) {
  const UtcTime now = service.clock.now();
  std::optional<std::vector<FileId>> not_looked_at;
  if (signature) not_looked_at = countersign::not_looked_at(case_of(session), reviewer.value());
  if (body.kind == Kind::Correction) {
    return CorrectReview{.at = now,
                         .decision = body.decision,
                         .reasons = body.reasons,
                         .reviewer = reviewer.value(),
                         .signature = std::move(signature),
                         .seen = body.seen,
                         .says_why_unlooked = body.without_look.has_value(),
                         .not_looked_at = std::move(not_looked_at),
                         .told = body.told};
  }
  DecideReview command{.at = now,
                       .decision = body.decision,
                       .reasons = body.reasons,
                       .reviewer = reviewer.value(),
                       .signature = std::move(signature),
                       .seen = body.seen,
                       .says_why_unlooked = body.without_look.has_value(),
                       .not_looked_at = std::move(not_looked_at),
                       .again = asked_in(body),
                       .told = body.told};
  // The hash in an unsigned decision has no salt.
  if (command.again && !command.signature) command.again->words.reset();
  return command;
}

// Puts the session that the decision would open beside the command, and returns its creation. Null
// if the decision asks for nothing.
Result<std::shared_ptr<const Submission>, Problem> opened_by(ReviewService& service,
                                                             const CallPtr& call,
                                                             const Session& session,
                                                             const DecisionBody& body,
                                                             SessionCommand& command) {
  auto* const decision = std::get_if<DecideReview>(&command);
  if (decision == nullptr || !decision->again) return std::shared_ptr<const Submission>();
  const auto client = service.data.queries().client(session.client);
  if (!client) return problem_of(client.error());
  if (!*client) return Problem{.code = ProblemCode::NotFound};
  NewSuccessor made = make_successor({service.data, service.settings, service.random},
                                     call,
                                     **client,
                                     session,
                                     {.steps = decision->again->steps,
                                      .words = body.words,
                                      .actor = {ActorKind::Reviewer, decision->reviewer},
                                      .at = decision->at});
  decision->again->successor = std::move(made.successor);
  return std::move(made.creation);
}

// Verifies the reviewer's signature over the statement that the server composes. Returns nullopt
// for an unsigned decision; the writer refuses that if the client requires signatures.
Result<std::optional<DecisionSignature>, Problem> verified_signature(ReviewService& service,
                                                                     const Reviewer& reviewer,
                                                                     const Session& session,
                                                                     const DecisionBody& body) {
  if (!body.credential) return std::optional<DecisionSignature>();
  const AssertionResponse& given = *body.credential;
  const auto statement =
      statement_of(service, session, reviewer.id, body, note_hash(*body.salt, words_in(body)));
  if (!statement) return statement.error();
  DecisionSignature signature{given.id,
                              *body.seen,
                              to_base64url(given.authenticator_data),
                              to_base64url(given.client_data),
                              to_base64url(given.signature),
                              statement->view};
  const std::size_t bytes = signature.key_id.size() + signature.authenticator_data.size() +
                            signature.client_data.size() + signature.signature.size();
  const auto counter =
      check_assertion(service.site(), service.counters, reviewer, given, challenge_of(*statement));
  if (!counter || bytes > kDecisionSignatureBytesMax) {
    return Problem{.code = ProblemCode::ReviewSignatureInvalid};
  }
  return std::optional(std::move(signature));
}

// Returns why the reviewer could not decide so; called before a statement is signed or an assertion
// is spent. A missing signature is not a reason yet.
std::optional<Problem> refusal_of(const ReviewService& service,
                                  const Reviewer& reviewer,
                                  const Session& session,
                                  const DecisionBody& body) {
  const auto client = service.data.queries().client(session.client);
  if (!client) return problem_of(client.error());
  SessionCommand command = command_of(service, reviewer.id, session, body, std::nullopt);
  const ClientPolicy policy = *client ? (*client)->policy : ClientPolicy();
  if (auto* correction = std::get_if<CorrectReview>(&command)) {
    correction->is_forbidden = policy.corrections == Corrections::Forbidden;
    correction->looks_only = forbids_decisions_without_look(policy);
    correction->sentence_now = sentence_now(policy, body.told);
  } else if (auto* decision = std::get_if<DecideReview>(&command)) {
    decision->looks_only = forbids_decisions_without_look(policy);
    decision->sentence_now = sentence_now(policy, body.told);
  }
  if (auto* asking = std::get_if<DecideReview>(&command); asking != nullptr && asking->again) {
    asking->again->successor = Successor{{}, steps_asked(session.review, asking->again->steps)};
  }
  const auto decision = decide(session, command);
  if (decision) return std::nullopt;
  return case_problem(decision.error(), session, reviewer.id);
}

// Finds the sentence that the body names, as the client has it now; a problem if the reviewer was
// shown another. The writer, and a signature, hold it against the client's policy at the decision's
// place in the log.
std::optional<Problem> find_sentence(const ReviewService& service,
                                     const Session& session,
                                     DecisionBody& body) {
  if (!body.tell) return std::nullopt;
  const auto client = service.data.queries().client(session.client);
  if (!client) return problem_of(client.error());
  body.told = ToldSentence{*body.tell, {}};
  const ClientPolicy policy = *client ? (*client)->policy : ClientPolicy();
  const ToldSentence* const found = sentence_named(policy, *body.tell);
  if (found == nullptr) return std::nullopt;
  body.told = *found;
  const bool is_as_shown = !body.tell_hash || *body.tell_hash == Sha256(sha256(found->sentence));
  if (is_as_shown) return std::nullopt;
  return Problem{.code = ProblemCode::ReviewChanged};
}

// Returns whether the event of the decision has a sealed part: that of a signed decision holds the
// salt.
Result<bool, Problem> is_sealed(const ReviewService& service,
                                const Session& session,
                                const DecisionBody& body) {
  if (body.note || body.salt || body.without_look) return true;
  const auto client = service.data.queries().client(session.client);
  if (!client) return problem_of(client.error());
  return *client && hides_opinion((*client)->policy, session.review);
}

// The note, under the session's key, which a purge has taken away.
Result<std::optional<std::string>, Problem> sealed_note_of(ReviewService& service,
                                                           const CallPtr& call,
                                                           const Session& session,
                                                           const DecisionBody& body) {
  using Sealed = std::optional<std::string>;
  const auto wanted = is_sealed(service, session, body);
  if (!wanted) return wanted.error();
  if (!*wanted) return Sealed();
  const auto key = service.data.session_key(session.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    if (fault == nullptr || *fault != KeyFault::Gone) return problem_of(key.error());
    return Problem{.code = ProblemCode::FilesPurged};
  }
  return Sealed(
      sealed_note(words_in(body), body.salt, *key, session.id, call->request_id(), service.random));
}

// For an opinion that does not settle the review the answer is only `settled: false`.
void answer_decided(ReviewService& service, const CallPtr& call, const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  if (rejection != nullptr && rejection->why == Refusal::QuotaExceeded) {
    return call->refuse(problem_of_opening(*rejection, service.clock.now()));
  }
  if (rejection != nullptr && rejection->why == Refusal::PasskeyCopied) {
    return call->refuse({.code = ProblemCode::ReviewSignatureInvalid});
  }
  if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
  const auto& events = std::get<Committed>(outcome).events;
  count_opened(service.metrics, events);
  const Event& event = events.back().event;
  const SessionId* const successor = successor_in(event);
  const auto opened = successor == nullptr ? std::nullopt : std::optional(*successor);
  const auto answer = [&](const auto& given) {
    const auto result = given.settles ? std::optional(result_of(given.decision)) : std::nullopt;
    call->reply_json(200, json_of(Decided{given.settles, result, opened}));
  };
  if (const auto* corrected = std::get_if<ReviewCorrected>(&event)) return answer(*corrected);
  answer(std::get<ReviewDecided>(event));
}

// Off the event loop: reads the log's tree, and verifies and seals.
void sign_and_submit(ReviewService& service,
                     const CallPtr& call,
                     const Reviewer& reviewer,
                     const Session& session,
                     const DecisionBody& body) {
  auto signature = verified_signature(service, reviewer, session, body);
  if (!signature) return call->refuse(signature.error());
  auto note = sealed_note_of(service, call, session, body);
  if (!note) return call->refuse(note.error());
  SessionCommand command = command_of(service, reviewer.id, session, body, *std::move(signature));
  auto successor = opened_by(service, call, session, body, command);
  if (!successor) return call->refuse(successor.error());
  submit_for_case(
      service,
      call,
      session.id,
      reviewer.id,
      std::move(command),
      *std::move(note),
      [&service, call](const Outcome& outcome) { answer_decided(service, call, outcome); },
      *std::move(successor));
}

void answer_begun(const ReviewService& service,
                  const CallPtr& call,
                  const Reviewer& reviewer,
                  const Session& session,
                  const DecisionBody& request) {
  const auto statement = statement_of(service, session, reviewer.id, request, *request.note_hash);
  if (!statement) return call->refuse(statement.error());
  SigningBegun begun{text_of(*statement), statement->seen, std::nullopt};
  if (!reviewer.passkeys.empty()) {
    begun.options = request_options(service.site(), challenge_of(*statement), reviewer.passkeys);
  }
  call->reply_json(200, json_of(begun));
}

void decide_as(ReviewService& service,
               const CallPtr& call,
               const AuthenticatedReviewer& who,
               const std::string& text,
               Kind kind) {
  auto body = parse_decision_body(text);
  if (!body) return call->refuse(body.error());
  body->kind = kind;
  if (!body->seen) return call->refuse(lacks("seen", "The decision says what was seen."));
  if (body->words_hash && !body->words) {
    return call->refuse(lacks("words", "A decision has the words themselves."));
  }
  auto session = find_case(service, call, who, act_of(kind));
  if (!session) return;
  // Nobody has seen more than there is.
  if (*body->seen > service.data.log().head().sequence.value()) {
    return call->refuse({.code = ProblemCode::ReviewChanged});
  }
  const ReviewerId& me = who.reviewer.id;
  if (const auto problem = find_sentence(service, *session, *body)) return call->refuse(*problem);
  if (const auto problem = refusal_of(service, who.reviewer, *session, *body)) {
    return call->refuse(*problem);
  }
  run_ceremony(
      service,
      line_of(me),
      call,
      [&service, call, reviewer = who.reviewer, session = *std::move(session), body = *body] {
        sign_and_submit(service, call, reviewer, session, body);
      });
}

}  // namespace

void begin_decision(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body) {
  // As in show_case(): before the session is read.
  const std::uint64_t head = service.data.log().head().sequence.value();
  auto request = parse_decision_body(body);
  if (!request) return call->refuse(request.error());
  const auto session = find_case(service, call, who, act_of(request->kind));
  if (!session) return;
  if (!request->seen) request->seen = head;
  if (*request->seen > head) return call->refuse({.code = ProblemCode::ReviewChanged});
  if (const auto problem = find_sentence(service, *session, *request)) {
    return call->refuse(*problem);
  }
  if (const auto problem = refusal_of(service, who.reviewer, *session, *request)) {
    return call->refuse(*problem);
  }
  if (!request->note_hash) {
    return call->refuse(lacks("noteHash", "What is signed has the hash of the note."));
  }
  run_ceremony(service,
               line_of(who.reviewer.id),
               call,
               [&service, call, reviewer = who.reviewer, session = *session, request = *request] {
                 answer_begun(service, call, reviewer, session, request);
               });
}

void decide_case(ReviewService& service,
                 const CallPtr& call,
                 const AuthenticatedReviewer& who,
                 std::string body) {
  decide_as(service, call, who, body, Kind::Decision);
}

void correct_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body) {
  decide_as(service, call, who, body, Kind::Correction);
}

}  // namespace countersign::http
