// POST next, and claim and release of a case.
#include <memory>
#include <utility>
#include <variant>

#include "core/text/json_writer.h"
#include "http/call/outcome_problem.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_queue.h"
#include "http/review/cases/case_requests.h"

namespace countersign::http {
namespace {

ClaimReview claim_by(const ReviewService& service, const Reviewer& reviewer) {
  const UtcTime now = service.clock.now();
  return {now, reviewer.id.value(), now + kClaimTtl};
}

// Takes the oldest case that is free. A case that somebody else takes in the same moment is passed
// over. One thread at a time.
class TakingNext : public std::enable_shared_from_this<TakingNext> {
 public:
  TakingNext(ReviewService& service,
             const CallPtr& call,
             const AuthenticatedReviewer& who,
             std::optional<ClientKey> client)
      : service_(service), call_(call), reviewer_(who.reviewer), client_(std::move(client)) {}

  void go_on() {
    run_on(service_.transfers, ClientKey(), call_, [self = shared_from_this()] { self->find(); });
  }

 private:
  void find();
  void claim(const SessionId& session);

  ReviewService& service_;
  const CallPtr call_;
  const Reviewer reviewer_;
  const std::optional<ClientKey> client_;
  Sequence after_;
};

void TakingNext::find() {
  std::optional<SessionId> found;
  const CaseFilter filter{reviewer_, client_, std::nullopt};
  const auto next =
      scan_cases(service_, filter, after_, kCasesScanned, [&](const Session& session, Sequence) {
        const bool taken =
            is_claimed_by_another(session.review, reviewer_.id.value(), service_.clock.now());
        if (!taken) found = session.id;
        return taken;
      });
  if (!next) return call_->refuse(problem_of(next.error()));
  if (!found) {
    Response none;
    none.status = 204;
    return call_->reply(std::move(none));
  }
  after_ = next->value_or(after_);
  claim(*found);
}

void TakingNext::claim(const SessionId& session) {
  submit_for_case(service_,
                  call_,
                  session,
                  reviewer_.id,
                  SessionCommand(claim_by(service_, reviewer_)),
                  std::nullopt,
                  [self = shared_from_this(), session](const Outcome& outcome) {
                    if (std::holds_alternative<Rejection>(outcome)) return self->go_on();
                    if (const auto problem = problem_of(outcome)) {
                      return self->call_->refuse(*problem);
                    }
                    JsonWriter json;
                    json.begin_object().member("sessionId", to_string(session));
                    self->call_->reply_json(200, json.end_object().take());
                  });
}

}  // namespace

void take_next_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body) {
  auto client = parse_next_body(body);
  if (!client) return call->refuse(client.error());
  std::make_shared<TakingNext>(service, call, who, *std::move(client))->go_on();
}

void claim_case(ReviewService& service,
                const CallPtr& call,
                const AuthenticatedReviewer& who,
                std::string /*body*/) {
  const auto session = find_case(service, call, who, {ReviewerRole::Reviewer});
  if (!session) return;
  const ClaimReview command = claim_by(service, who.reviewer);
  submit_for_case(service,
                  call,
                  session->id,
                  who.reviewer.id,
                  SessionCommand(command),
                  std::nullopt,
                  [call, until = command.expires_at](const Outcome& outcome) {
                    if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
                    JsonWriter json;
                    json.begin_object().member("claimExpiresAt", to_string(until));
                    call->reply_json(200, json.end_object().take());
                  });
}

void release_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string /*body*/) {
  const auto session = find_case(service, call, who, {ReviewerRole::Reviewer});
  if (!session) return;
  submit_for_case(service,
                  call,
                  session->id,
                  who.reviewer.id,
                  SessionCommand(ReleaseReview{service.clock.now(), who.reviewer.id.value()}),
                  std::nullopt,
                  [call](const Outcome& outcome) {
                    const auto* rejection = std::get_if<Rejection>(&outcome);
                    // It is not the reviewer's any more, which is what was asked for.
                    const bool given_back =
                        rejection != nullptr && rejection->why == Refusal::NothingToDo;
                    const auto problem = problem_of(outcome);
                    if (problem && !given_back) return call->refuse(*problem);
                    call->reply_json(200, "{}");
                  });
}

}  // namespace countersign::http
