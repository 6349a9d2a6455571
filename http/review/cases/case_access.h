#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "core/enum_set.h"
#include "core/reviewer/reviewer_role.h"
#include "core/session/review/review_rights.h"
#include "core/session/session.h"
#include "events/writer/submission.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/call/problem.h"
#include "http/review/review_service.h"

namespace countersign::http {

// The session that the path names, if it was sent to review and one of the reviewer's roles covers
// its client. Answers 404 if not, whether or not there is such a session, and 403 if the reviewer
// has a role for the client, but none that may do the act with this case (review_rights.h). The
// session is without a void claim (drop_void_claim()). Callable from any thread.
std::optional<Session> find_case(ReviewService& service,
                                 const CallPtr& call,
                                 const AuthenticatedReviewer& who,
                                 CaseAct act);

// The same for a case that the body of a call names.
Result<Session, Problem> open_case(const ReviewService& service,
                                   const SessionId& id,
                                   const AuthenticatedReviewer& who,
                                   CaseAct act);

// Returns whether one role of the reviewer may do the act with the case.
bool may_do(const Reviewer& reviewer, CaseAct act, const Session& session);

// Takes a claim out of the session that keeps nobody out any more, because its holder was disabled,
// has lost the role, or has taken kClaimsMax other cases since, as the writer does before it
// decides; and an assignment to a reviewer who was disabled or has lost the role.
std::optional<StoreError> drop_void_claim(const ReviewService& service, Session& session);

// Returns whether the reviewer has one of the roles for the client.
bool has_role(const Reviewer& reviewer, EnumSet<ReviewerRole> roles, const ClientKey& client);

// Returns the problem of a rejection by the rules, or of a command's outcome; nullopt if the
// command was committed. A reviewer who lost the case to a supervisor gets a problem that says so.
// `session` is the case as it was read.
Problem case_problem(const Rejection& rejection, const Session& session, const ReviewerId& me);
std::optional<Problem> case_problem(const Outcome& outcome,
                                    const Session& session,
                                    const ReviewerId& me);

// Runs `work` on the pool, in the line of the reviewer. Answers 503 if there is no room.
void run_for(const ReviewerId& reviewer,
             FairPool& pool,
             const CallPtr& call,
             std::function<void()> work);

// Submits a command about a case in the reviewer's name, and calls `then` with the outcome on a
// thread of the writer. `successor` is the creation of the session that a decision may open.
void submit_for_case(ReviewService& service,
                     const CallPtr& call,
                     const SessionId& session,
                     const ReviewerId& reviewer,
                     SessionCommand command,
                     std::optional<std::string> sealed,
                     std::function<void(const Outcome&)> then,
                     std::shared_ptr<const Submission> successor = {});

}  // namespace countersign::http
