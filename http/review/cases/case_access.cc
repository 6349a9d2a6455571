#include "http/review/cases/case_access.h"

#include <algorithm>
#include <utility>

#include "core/reviewer/review_rights.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

bool has_role(const Reviewer& reviewer, EnumSet<ReviewerRole> roles, const ClientKey& client) {
  return std::ranges::any_of(enum_names<ReviewerRole>, [&](const auto& entry) {
    return roles.has(entry.value) && allows(reviewer.roles, entry.value, client);
  });
}

std::optional<StoreError> drop_void_claim(const ReviewService& service, Session& session) {
  auto& claim = session.review.claim;
  if (!claim || !is_reviewer_id(claim->reviewer)) return std::nullopt;
  const auto holder = service.data.queries().reviewer(ReviewerId(claim->reviewer));
  if (!holder) return holder.error();
  if (!keeps_others_out(*claim, holder->value_or(Reviewer()), session.client)) claim.reset();
  return std::nullopt;
}

std::optional<Session> find_case(ReviewService& service,
                                 const CallPtr& call,
                                 const AuthenticatedReviewer& who,
                                 EnumSet<ReviewerRole> roles) {
  constexpr EnumSet<ReviewerRole> kAny{
      ReviewerRole::Reviewer, ReviewerRole::Supervisor, ReviewerRole::Auditor};
  const auto id = parse_uuid(call->parameters().front());
  auto session = id ? service.data.queries().session(SessionId(*id))
                    : Result<std::optional<Session>, StoreError>(std::optional<Session>());
  if (!session) {
    call->refuse(problem_of(session.error()));
    return std::nullopt;
  }
  if (!*session || !(*session)->review.asked || !has_role(who.reviewer, kAny, (*session)->client)) {
    call->refuse({.code = ProblemCode::NotFound, .detail = "There is no such case."});
    return std::nullopt;
  }
  if (!has_role(who.reviewer, roles, (*session)->client)) {
    call->refuse({.code = ProblemCode::ReviewForbidden,
                  .detail = "The reviewer's role for the client does not have this call."});
    return std::nullopt;
  }
  if (const auto error = drop_void_claim(service, **session)) {
    call->refuse(problem_of(*error));
    return std::nullopt;
  }
  return *std::move(*session);
}

bool may_see(const CallPtr& call, const AuthenticatedReviewer& who, const Session& session) {
  if (!session.review.decision) return true;
  constexpr EnumSet<ReviewerRole> kOfDecided{ReviewerRole::Supervisor, ReviewerRole::Auditor};
  if (has_role(who.reviewer, kOfDecided, session.client)) return true;
  call->refuse({.code = ProblemCode::ReviewForbidden,
                .detail = "Decided cases are for supervisors and auditors."});
  return false;
}

void run_on(FairPool& pool,
            const ClientKey& client,
            const CallPtr& call,
            std::function<void()> work) {
  const bool taken = pool.submit(client, [call, work = std::move(work)] { guarded(call, work); });
  if (!taken) call->refuse(unavailable("The server has too much to do; try again later."));
}

void submit_for_case(ReviewService& service,
                     const CallPtr& call,
                     const SessionId& session,
                     const ReviewerId& reviewer,
                     SessionCommand command,
                     std::optional<std::string> sealed,
                     std::function<void(const Outcome&)> then) {
  Submission submission{.stream = stream_of(session),
                        .command = std::move(command),
                        .actor = {ActorKind::Reviewer, reviewer.value()},
                        .request = call->request_id(),
                        .sealed = std::move(sealed)};
  service.data.writer().submit(std::move(submission),
                               [call, then = std::move(then)](const Outcome& outcome) {
                                 guarded(call, [&] { then(outcome); });
                               });
}

}  // namespace countersign::http
