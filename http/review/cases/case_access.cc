#include "http/review/cases/case_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session/review/review_rules.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/run_later.h"
#include "http/review/ceremony.h"

namespace countersign::http {
namespace {

Problem no_such_case() {
  return {.code = ProblemCode::NotFound, .detail = "There is no such case."};
}

std::optional<StoreError> drop_void_assignment(const ReviewService& service, Session& session) {
  auto& assigned = session.review.assigned;
  if (!assigned || !is_reviewer_id(assigned->to)) return std::nullopt;
  const auto assignee = service.data.queries().reviewer(ReviewerId(assigned->to));
  if (!assignee) return assignee.error();
  if (!keeps_others_out(*assigned, assignee->value_or(Reviewer()), session.client)) {
    assigned.reset();
  }
  return std::nullopt;
}

}  // namespace

std::optional<StoreError> drop_void_claim(const ReviewService& service, Session& session) {
  if (const auto error = drop_void_assignment(service, session)) return error;
  auto& claim = session.review.claim;
  if (!claim || !is_reviewer_id(claim->reviewer)) return std::nullopt;
  const auto holder = service.data.queries().reviewer(ReviewerId(claim->reviewer));
  if (!holder) return holder.error();
  const auto is_held = service.data.queries().is_held(session.id, ReviewerId(claim->reviewer));
  if (!is_held) return is_held.error();
  const bool is_in_force =
      *is_held && keeps_others_out(*claim, holder->value_or(Reviewer()), session.client);
  if (!is_in_force) claim.reset();
  return std::nullopt;
}

bool may_do(const Reviewer& reviewer, CaseAct act, const Session& session) {
  return may(reviewer.roles, act, session.client, session.review.decision.has_value());
}

Result<Session, Problem> open_case(const ReviewService& service,
                                   const SessionId& id,
                                   const AuthenticatedReviewer& who,
                                   CaseAct act) {
  auto session = service.data.queries().session(id);
  if (!session) return problem_of(session.error());
  const std::vector<RoleGrant>& roles = who.reviewer.roles;
  const auto covers = [&](const RoleGrant& grant) { return grant.covers((*session)->client); };
  if (!*session || !(*session)->review.asked || std::ranges::none_of(roles, covers)) {
    return no_such_case();
  }
  if (!may_do(who.reviewer, act, **session)) {
    const bool while_waiting = may(roles, act, (*session)->client);
    return Problem{.code = ProblemCode::ReviewForbidden,
                   .detail = while_waiting
                                 ? "Decided cases are for supervisors and auditors."
                                 : "The reviewer's role for the client does not have this call."};
  }
  if (const auto error = drop_void_claim(service, **session)) return problem_of(*error);
  return *std::move(*session);
}

std::optional<Session> find_case(ReviewService& service,
                                 const CallPtr& call,
                                 const AuthenticatedReviewer& who,
                                 CaseAct act) {
  const auto id = parse_uuid(call->parameters().front());
  auto session =
      id ? open_case(service, SessionId(*id), who, act) : Result<Session, Problem>(no_such_case());
  if (session) return *std::move(session);
  call->refuse(session.error());
  return std::nullopt;
}

namespace {

// Names what was not looked at, to people and by the ids of the pictures.
Problem problem_of_looks(const Rejection& rejection, const Session& session, const ReviewerId& me) {
  Problem problem = problem_of(rejection);
  problem.not_looked_at = not_looked_at(case_of(session), me.value());
  std::vector<std::string_view> names;
  for (const FileId& id : *problem.not_looked_at) {
    const StoredFile& file = *std::ranges::find(session.files, id, &StoredFile::file);
    const std::string_view name = file.kind == FileKind::Selfie ? "the face"
                                  : file.side == Side::Back     ? "the back of the document"
                                                                : "the front of the document";
    if (std::ranges::count(names, name) == 0) names.push_back(name);
  }
  problem.detail =
      fmt::format("{} Not looked at: {}.", row_of(problem.code).title, fmt::join(names, ", "));
  return problem;
}

}  // namespace

Problem case_problem(const Rejection& rejection, const Session& session, const ReviewerId& me) {
  if (rejection.why == Refusal::ReviewNotLookedAt || rejection.why == Refusal::ReviewLooksOnly) {
    return problem_of_looks(rejection, session, me);
  }
  const auto& claim = session.review.claim;
  if (rejection.why == Refusal::ReviewClaimed && claim && claim->taken_from == me.value()) {
    return {.code = ProblemCode::ReviewTakenOver};
  }
  return problem_of(rejection);
}

std::optional<Problem> case_problem(const Outcome& outcome,
                                    const Session& session,
                                    const ReviewerId& me) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection == nullptr ? problem_of(outcome)
                              : std::optional(case_problem(*rejection, session, me));
}

void run_for(const ReviewerId& reviewer,
             FairPool& pool,
             const CallPtr& call,
             std::function<void()> work) {
  run_later(pool,
            line_of(reviewer),
            call,
            "The server has too much to do; try again later.",
            std::move(work));
}

void submit_for_case(ReviewService& service,
                     const CallPtr& call,
                     const SessionId& session,
                     const ReviewerId& reviewer,
                     SessionCommand command,
                     std::optional<std::string> sealed,
                     std::function<void(const Outcome&)> then,
                     std::shared_ptr<const Submission> successor) {
  Submission submission{.stream = stream_of(session),
                        .command = std::move(command),
                        .actor = {ActorKind::Reviewer, reviewer.value()},
                        .request = call->request_id(),
                        .sealed = std::move(sealed),
                        .successor = std::move(successor)};
  service.data.writer().submit(std::move(submission),
                               [call, then = std::move(then)](const Outcome& outcome) {
                                 guarded(call, [&] { then(outcome); });
                               });
}

}  // namespace countersign::http
