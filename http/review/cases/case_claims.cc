// POST next, and claim and release of a case.
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_queue.h"
#include "http/review/cases/case_requests.h"
#include "http/review/cases/case_schemas.h"
#include "http/review/cases/case_scope.h"

namespace countersign::http {
namespace {

struct NextCase {
  SessionId session;
};

struct Claimed {
  UtcTime until;
};

}  // namespace

template <>
constexpr auto members_of<NextCase> = members(Member{"sessionId", &NextCase::session});

template <>
constexpr auto members_of<Claimed> = members(Member{"claimExpiresAt", &Claimed::until});

Schema next_case_schema() { return answer_schema_of<NextCase>("NextCase"); }
Schema claimed_schema() { return answer_schema_of<Claimed>("Claimed"); }

namespace {

// A claim that is younger is not renewed.
constexpr Duration kFreshClaim = std::chrono::minutes(1);

ClaimReview claim_by(const ReviewService& service, const Reviewer& reviewer, bool renews) {
  const UtcTime now = service.clock.now();
  return {now, reviewer.id.value(), now + kClaimTtl, renews};
}

// Claims that one press tries, at most: each of them is refused only because somebody else was
// faster.
constexpr std::size_t kTriesMax = 64;

// Waiting cases that one press looks at, at most, where it asks for some of a client's cases.
constexpr std::size_t kNextLookedAt = 10'000;

Problem too_many_passed_over() {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "None of the 10,000 oldest waiting cases is as asked for; name a client.",
          .field = "client"};
}

bool is_refused(const Outcome& outcome, Refusal why) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == why;
}

// Returns whether another reviewer was faster.
bool is_taken(const Outcome& outcome) {
  return is_refused(outcome, Refusal::ReviewClaimed) ||
         is_refused(outcome, Refusal::ReviewAssigned) ||
         is_refused(outcome, Refusal::ReviewHandedOver) ||
         is_refused(outcome, Refusal::ReviewNotPending);
}

// One press of the button: the case that the reviewer has, else one that a supervisor has assigned
// to the reviewer, else a free case. The clients take
// turns: the first to be asked is the one behind that of the case which the reviewer claimed last,
// in the order of their keys, and each gives its oldest case. So a client with many cases delays
// those of the others by one case each. A case that somebody else takes in the same moment is
// passed over; one that another press of the same reviewer has taken is the answer to both, with
// one claim. One thread at a time.
class TakingNext : public std::enable_shared_from_this<TakingNext> {
 public:
  TakingNext(ReviewService& service,
             const CallPtr& call,
             const AuthenticatedReviewer& who,
             CaseChoice asked)
      : service_(service), call_(call), reviewer_(who.reviewer), asked_(std::move(asked)) {}

  void go_on() {
    run_for(reviewer_.id, service_.reads, call_, [self = shared_from_this()] { self->find(); });
  }

 private:
  using Found = Result<std::optional<SessionId>, StoreError>;

  void find();
  Found held();
  Found assigned();
  Found in_turn();
  bool is_free(const Session& session) const;
  Found in_turn_of(const std::vector<ClientKey>& clients);
  Found in_turn_of_all();
  Found free_between(const ClientKey& from, const std::optional<ClientKey>& to);
  Found oldest_free(const ClientKey& client);
  void claim(const SessionId& session);
  void answer(const SessionId& session) const;

  ReviewService& service_;
  const CallPtr call_;
  const Reviewer reviewer_;
  const CaseChoice asked_;
  ClientKey last_;        // whose case the reviewer claimed last
  std::size_t left_ = 0;  // waiting cases that may still be looked at
  std::set<SessionId> tried_;
};

void TakingNext::find() {
  const auto held_case = held();
  if (!held_case) return call_->refuse(problem_of(held_case.error()));
  if (*held_case) return answer(**held_case);
  left_ = asked_.is_narrow() ? kNextLookedAt : std::numeric_limits<std::size_t>::max();
  const auto own_case = assigned();
  if (!own_case) return call_->refuse(problem_of(own_case.error()));
  if (*own_case) return claim(**own_case);
  const bool is_own_lane = asked_.lane == CaseLane::Assigned;
  const auto free_case = is_own_lane ? Found(std::optional<SessionId>()) : in_turn();
  if (!free_case) return call_->refuse(problem_of(free_case.error()));
  if (*free_case) return claim(**free_case);
  if (left_ == 0) return call_->refuse(too_many_passed_over());
  Response none;
  none.status = 204;
  call_->reply(std::move(none));
}

TakingNext::Found TakingNext::held() {
  const auto last = service_.data.queries().claimed_last(reviewer_.id);
  if (!last) return last.error();
  if (!*last) return std::optional<SessionId>();
  const auto session = service_.data.queries().session(**last);
  if (!session) return session.error();
  if (!*session) return std::optional<SessionId>();
  last_ = (*session)->client;
  KnownClients clients(service_.data.queries());
  const bool is_held =
      is_chosen(asked_, **session, clients) && (*session)->sandbox == asked_.sandbox &&
      may_decide(reviewer_, **session) &&
      is_claimed_by((*session)->review, reviewer_.id.value(), service_.clock.now());
  return is_held ? *last : std::optional<SessionId>();
}

// The oldest of the cases that a supervisor has assigned to the reviewer.
TakingNext::Found TakingNext::assigned() {
  std::optional<SessionId> found;
  CaseChoice of_reviewer = asked_;
  if (!of_reviewer.lane) of_reviewer.lane = CaseLane::Assigned;
  if (of_reviewer.lane != CaseLane::Assigned) return found;
  const CaseFilter filter{reviewer_, of_reviewer};
  const auto end = scan_cases(service_, filter, Sequence(), left_, [&](const Session& session) {
    if (is_free(session)) found = session.id;
    return !found;
  });
  if (!end) return end.error();
  return found;
}

// Whether the reviewer may take the case now. Nobody is offered a case that they have handed over
// themselves.
bool TakingNext::is_free(const Session& session) const {
  const Review& review = session.review;
  const std::string& me = reviewer_.id.value();
  const UtcTime now = service_.clock.now();
  if (review.handed && review.hand_overs.back().reviewer == me) return false;
  return !is_claimed_by_another(review, me, now) && !is_assigned_to_another(review, me, now) &&
         !tried_.contains(session.id);
}

TakingNext::Found TakingNext::in_turn() {
  const auto clients = narrowed(clients_covered(reviewer_, CaseAct::Decide), asked_.client);
  return clients ? in_turn_of(*clients) : in_turn_of_all();
}

TakingNext::Found TakingNext::in_turn_of(const std::vector<ClientKey>& clients) {
  const auto behind = std::ranges::upper_bound(clients, last_) - clients.begin();
  const std::size_t first = static_cast<std::size_t>(behind);
  for (std::size_t i = 0; i < clients.size(); ++i) {
    auto found = oldest_free(clients[(first + i) % clients.size()]);
    if (!found || *found) return found;
  }
  return std::optional<SessionId>();
}

// Behind the last client, then from the first one to it.
TakingNext::Found TakingNext::in_turn_of_all() {
  auto found = free_between(last_, std::nullopt);
  if (!found || *found || last_.value().empty()) return found;
  return free_between(ClientKey(), last_);
}

// Asks the clients behind `from`, to `to` if there is one, that have waiting cases.
TakingNext::Found TakingNext::free_between(const ClientKey& from,
                                           const std::optional<ClientKey>& to) {
  for (ClientKey at = from; left_ > 0;) {
    auto client = service_.data.queries().next_in_review(at, asked_.sandbox);
    if (!client) return client.error();
    if (!*client || (to && *to < **client)) return std::optional<SessionId>();
    at = **std::move(client);
    auto found = oldest_free(at);
    if (!found || *found) return found;
  }
  return std::optional<SessionId>();
}

// Passes over the cases that others have claimed or were assigned, which are few for each reviewer,
// and over those that are not asked for.
TakingNext::Found TakingNext::oldest_free(const ClientKey& client) {
  std::optional<SessionId> found;
  CaseChoice of_client = asked_;
  of_client.client = client;
  const CaseFilter filter{reviewer_, of_client, true};
  const auto end = scan_cases(service_, filter, Sequence(), left_, [&](const Session& session) {
    if (is_free(session)) found = session.id;
    return !found;
  });
  if (!end) return end.error();
  return found;
}

void TakingNext::claim(const SessionId& session) {
  tried_.insert(session);
  submit_for_case(service_,
                  call_,
                  session,
                  reviewer_.id,
                  SessionCommand(claim_by(service_, reviewer_, false)),
                  std::nullopt,
                  [self = shared_from_this(), session](const Outcome& outcome) {
                    if (is_taken(outcome) && self->tried_.size() < kTriesMax) {
                      return self->go_on();
                    }
                    // The reviewer has it already.
                    if (is_refused(outcome, Refusal::NothingToDo)) return self->answer(session);
                    if (const auto problem = problem_of(outcome)) {
                      return self->call_->refuse(*problem);
                    }
                    self->answer(session);
                  });
}

void TakingNext::answer(const SessionId& session) const {
  call_->reply_json(200, json_of(NextCase{session}));
}

void answer_claimed(const CallPtr& call, UtcTime until) {
  call->reply_json(200, json_of(Claimed{until}));
}

// Why there is nothing to claim.
std::string why_not_pending(const Review& review, const Reviewer& reviewer) {
  if (review.decision) return "The case is decided.";
  if (review.handed) return "The case was handed to a supervisor.";
  if (has_opinion_of(review, reviewer.id.value())) {
    return "You have given your opinion; the case waits for another reviewer's.";
  }
  return "The files of the case are purged.";
}

// Returns whether a new claim would change nothing: the present claim was made just now, or cannot
// be kept any longer.
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
  auto asked = parse_next_body(body);
  if (!asked) return call->refuse(asked.error());
  std::make_shared<TakingNext>(service, call, who, *std::move(asked))->go_on();
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
