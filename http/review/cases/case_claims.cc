// POST next, and claim and release of a case.
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "core/text/json_writer.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_queue.h"
#include "http/review/cases/case_requests.h"

namespace countersign::http {
namespace {

// A claim that is younger is not made anew.
constexpr Duration kFreshClaim = std::chrono::minutes(1);

ClaimReview claim_by(const ReviewService& service, const Reviewer& reviewer, bool anew) {
  const UtcTime now = service.clock.now();
  return {now, reviewer.id.value(), now + kClaimTtl, anew};
}

// One press of the button: the case that the reviewer has, else the oldest that is free. A case
// that somebody else takes in the same moment is passed over; one that another press of the same
// reviewer has taken is the answer to both, with one claim. One thread at a time.
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
  Result<std::optional<SessionId>, StoreError> held() const;
  Result<std::optional<SessionId>, StoreError> oldest_free();
  void claim(const SessionId& session);
  void answer(const SessionId& session) const;

  ReviewService& service_;
  const CallPtr call_;
  const Reviewer reviewer_;
  const std::optional<ClientKey> client_;
  Sequence after_;
};

void TakingNext::find() {
  const auto held_case = held();
  if (!held_case) return call_->refuse(problem_of(held_case.error()));
  if (*held_case) return answer(**held_case);
  const auto free_case = oldest_free();
  if (!free_case) return call_->refuse(problem_of(free_case.error()));
  if (*free_case) return claim(**free_case);
  Response none;
  none.status = 204;
  call_->reply(std::move(none));
}

Result<std::optional<SessionId>, StoreError> TakingNext::held() const {
  using Found = std::optional<SessionId>;
  const auto last = service_.data.queries().claimed_last(reviewer_.id);
  if (!last) return last.error();
  if (!*last) return Found();
  const auto session = service_.data.queries().session(**last);
  if (!session) return session.error();
  const bool is_held =
      *session && (!client_ || (*session)->client == *client_) &&
      may_decide(reviewer_, **session) &&
      is_claimed_by((*session)->review, reviewer_.id.value(), service_.clock.now());
  return is_held ? *last : Found();
}

Result<std::optional<SessionId>, StoreError> TakingNext::oldest_free() {
  std::optional<SessionId> found;
  const CaseFilter filter{reviewer_, client_, std::nullopt};
  const auto next =
      scan_cases(service_, filter, after_, kCasesScanned, [&](const Session& session, Sequence) {
        const bool taken =
            is_claimed_by_another(session.review, reviewer_.id.value(), service_.clock.now());
        if (!taken) found = session.id;
        return taken;
      });
  if (!next) return next.error();
  after_ = next->value_or(after_);
  return found;
}

void TakingNext::claim(const SessionId& session) {
  submit_for_case(service_,
                  call_,
                  session,
                  reviewer_.id,
                  SessionCommand(claim_by(service_, reviewer_, false)),
                  std::nullopt,
                  [self = shared_from_this(), session](const Outcome& outcome) {
                    if (std::holds_alternative<Rejection>(outcome)) return self->go_on();
                    if (const auto problem = problem_of(outcome)) {
                      return self->call_->refuse(*problem);
                    }
                    self->answer(session);
                  });
}

void TakingNext::answer(const SessionId& session) const {
  JsonWriter json;
  json.begin_object().member("sessionId", to_string(session));
  call_->reply_json(200, json.end_object().take());
}

void answer_claimed(const CallPtr& call, UtcTime until) {
  JsonWriter json;
  json.begin_object().member("claimExpiresAt", to_string(until));
  call->reply_json(200, json.end_object().take());
}

// Why there is nothing to claim.
std::string why_not_pending(const Review& review, const Reviewer& reviewer) {
  if (review.decision) return "The case is decided.";
  if (has_opinion_of(review, reviewer.id.value())) {
    return "You have given your opinion; the case waits for another reviewer's.";
  }
  return "The files of the case are purged.";
}

// Whether a new claim would change nothing: the one that there is was made just now, or can be kept
// no longer.
bool is_renewed(const Review& review, const ClaimReview& command) {
  if (!is_claimed_by(review, command.reviewer, command.at)) return false;
  const ReviewClaim& claim = *review.claim;
  return command.expires_at - claim.expires_at < kFreshClaim ||
         claim.expires_at >= claim.kept_until;
}

void claim_as(ReviewService& service,
              const CallPtr& call,
              const AuthenticatedReviewer& who,
              CaseAct act) {
  const auto session = find_case(service, call, who, act);
  if (!session) return;
  ClaimReview command = claim_by(service, who.reviewer, true);
  command.take_over = act == CaseAct::TakeOver;
  const Review& review = session->review;
  if (is_renewed(review, command)) return answer_claimed(call, review.claim->expires_at);
  if (!may_decide(who.reviewer, *session)) {
    return call->refuse(
        {.code = ProblemCode::ReviewNotPending, .detail = why_not_pending(review, who.reviewer)});
  }
  submit_for_case(service,
                  call,
                  session->id,
                  who.reviewer.id,
                  SessionCommand(command),
                  std::nullopt,
                  [call, session = *session, me = who.reviewer.id](const Outcome& outcome) {
                    if (const auto problem = case_problem(outcome, session, me)) {
                      return call->refuse(*problem);
                    }
                    const Event& event = std::get<Committed>(outcome).events.back().event;
                    answer_claimed(call, std::get<ReviewClaimed>(event).expires_at);
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
  claim_as(service, call, who, CaseAct::Claim);
}

void take_over_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string /*body*/) {
  claim_as(service, call, who, CaseAct::TakeOver);
}

void release_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string /*body*/) {
  const auto session = find_case(service, call, who, CaseAct::Release);
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
