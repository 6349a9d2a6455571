// POST .../review: a client's back office decides a session that waits for it.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/stream/evolve.h"
#include "http/answers/session_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/reviews/review_request.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/pending_call.h"
#include "http/caller/run_later.h"
#include "http/sealed/sealed_note.h"
#include "http/successor/successor.h"

namespace countersign::http {
namespace {

Sha256 meaning_of(const SessionTokenIssuer& issuer,
                  const SessionId& session,
                  const ReviewRequest& request) {
  RequestDigest digest("review");
  digest.add(to_string(session)).add(name_of(request.decision)).add_optional(request.reviewer);
  digest.add(issuer.hash_of_words(session, request.note.value_or("")));
  for (const std::string& reason : request.reasons) digest.add(reason);
  if (request.steps) {
    digest.add("again").add(issuer.hash_of_words(session, request.words.value_or("")));
    for (const Step step : request.steps->steps) digest.add(name_of(step));
  }
  if (request.tell) digest.add("tell").add(*request.tell);
  return digest.finish();
}

// The sentence of this name, as the client has it now; empty if it has none, which the writer
// refuses.
std::optional<ToldSentence> sentence_for(const ClientPolicy& policy,
                                         const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  const ToldSentence* const found = sentence_named(policy, *name);
  return found == nullptr ? ToldSentence{*name, {}} : *found;
}

// One decision, from the parsed body to the answer. One thread at a time.
class Deciding : public std::enable_shared_from_this<Deciding> {
 public:
  Deciding(BackendService& service, const CallPtr& call, OwnedSession owned, ReviewRequest request)
      : service_(service),
        owned_(std::move(owned)),
        request_(std::move(request)),
        call_(service.idempotency, service.transfers, call, owned_.client.key) {}

  void begin();

 private:
  void submit(const Sha256& meaning);
  std::shared_ptr<const Submission> ask_again(DecideReview& command);
  void finish(const Outcome& outcome);
  void answer_later(Sequence last, bool is_repeated);
  void answer(Sequence last, bool is_repeated);
  Result<std::optional<std::string>, Problem> sealed() const;
  Result<Session, StoreError> session_at(Sequence last) const;

  BackendService& service_;
  const OwnedSession owned_;
  const ReviewRequest request_;
  PendingCall call_;
};

void Deciding::begin() {
  if (!call_.take_key(stream_of(owned_.client.key))) return;
  const Sha256 meaning = meaning_of(service_.tokens, owned_.session.id, request_);
  switch (call_.use_of(meaning)) {
    case PendingCall::Use::New:
      return submit(meaning);
    case PendingCall::Use::Repeated:
      return answer_later(call_.earlier(), true);
    case PendingCall::Use::Other:
      return call_.refuse({.code = ProblemCode::IdempotencyMismatch});
  }
  check(false, "the use of a key is an enumerator of Use");
}

// The key of a session that was purged meanwhile is gone, and with it what could be decided.
Result<std::optional<std::string>, Problem> Deciding::sealed() const {
  using Sealed = std::optional<std::string>;
  const Session& session = owned_.session;
  if (!request_.note && !hides_opinion(owned_.client.policy, session.review)) return Sealed();
  const SessionId& id = session.id;
  const auto key = service_.data.session_key(id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    if (fault == nullptr || *fault != KeyFault::Gone) return problem_of(key.error());
    return Problem{.code = ProblemCode::ReviewNotPending};
  }
  return Sealed(sealed_note(request_.note.value_or(""),
                            std::nullopt,
                            *key,
                            id,
                            call_.call()->request_id(),
                            service_.random));
}

void Deciding::submit(const Sha256& meaning) {
  auto note = sealed();
  if (!note) return call_.refuse(note.error());
  DecideReview command{.at = service_.clock.now(),
                       .decision = request_.decision,
                       .reasons = request_.reasons,
                       .reviewer = request_.reviewer.value_or(""),
                       .told = sentence_for(owned_.client.policy, request_.tell)};
  auto successor = request_.steps ? ask_again(command) : nullptr;
  Submission submission{.stream = stream_of(owned_.session.id),
                        .command = SessionCommand(std::move(command)),
                        .actor = {ActorKind::Client, owned_.client.key.value()},
                        .request = call_.call()->request_id(),
                        .idempotency = call_.record(meaning),
                        .sealed = *std::move(note),
                        .successor = std::move(successor)};
  service_.data.writer().submit(std::move(submission),
                                [self = shared_from_this()](const Outcome& outcome) {
                                  guarded(self->call_.call(), [&] { self->finish(outcome); });
                                });
}

// Returns the creation of the session in which the person is asked to capture; the command names
// it.
std::shared_ptr<const Submission> Deciding::ask_again(DecideReview& command) {
  NewSuccessor made = make_successor({service_.data, service_.settings, service_.random},
                                     call_.call(),
                                     owned_.client,
                                     owned_.session,
                                     {.steps = request_.steps->steps,
                                      .words = request_.words,
                                      .actor = {ActorKind::Client, owned_.client.key.value()},
                                      .at = command.at});
  command.again = AskedAgain{request_.steps->steps, std::nullopt, std::move(made.successor)};
  return std::move(made.creation);
}

// Runs on the writer's thread.
void Deciding::finish(const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome)) {
    return call_.refuse(problem_of_opening(*rejection, service_.clock.now()));
  }
  if (const auto problem = problem_of(outcome)) return call_.refuse(*problem);
  if (const auto* replayed = std::get_if<Replayed>(&outcome)) {
    return answer_later(replayed->last, true);
  }
  const auto& events = std::get<Committed>(outcome).events;
  count_opened(service_.metrics, events);
  answer_later(events.back().sequence, false);
}

void Deciding::answer_later(Sequence last, bool is_repeated) {
  const bool taken =
      service_.transfers.submit(owned_.client.key, [self = shared_from_this(), last, is_repeated] {
        guarded(self->call_.call(), [&] { self->answer(last, is_repeated); });
      });
  if (!taken) call_.refuse(unavailable(kTooManyReads));
}

// Returns the session as it was after its event `last`, so that a repeated request gets the answer
// of the first, whatever happened since.
Result<Session, StoreError> Deciding::session_at(Sequence last) const {
  const auto events = service_.data.queries().timeline(owned_.session.id);
  if (!events) return events.error();
  Session session;
  for (const StoredEvent& event : *events) {
    if (event.recorded.sequence > last) break;
    evolve(session, event.recorded, event.leaf);
  }
  return session;
}

void Deciding::answer(Sequence last, bool is_repeated) {
  const auto session = session_at(last);
  if (!session) return call_.refuse(problem_of(session.error()));
  Response response;
  response.headers.add("Content-Type", "application/json");
  if (is_repeated) {
    service_.metrics.count(Counter::IdempotentReplays);
    response.headers.add("Idempotent-Replayed", "true");
  }
  const auto& successor = session->review.successor;
  response.body = result_json(
      *session,
      call_.call()->received_at(),
      periods_of(owned_.client.policy, service_.settings.periods()),
      {.note = request_.note,
       .capture_url =
           successor ? service_.links.link_of(owned_.client, successor->session) : std::nullopt});
  call_.reply(std::move(response));
}

}  // namespace

void decide_review(BackendService& service,
                   const CallPtr& call,
                   const OwnedSession& owned,
                   std::string body) {
  auto request = parse_review_request(body);
  if (!request) return call->refuse(request.error());
  std::make_shared<Deciding>(service, call, owned, *std::move(request))->begin();
}

}  // namespace countersign::http
