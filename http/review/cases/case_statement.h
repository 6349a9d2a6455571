#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "core/session/review/review_statement.h"
#include "core/session/session.h"
#include "http/call/problem.h"
#include "http/review/cases/case_requests.h"
#include "http/review/review_service.h"

namespace countersign::http {

// The origin of the log, as statements name it; empty if the server signs no checkpoints.
std::string log_of(const ReviewService& service);

// The statement of a decision of the reviewer on the case, with the log as it was at the size that
// was seen, and with the pictures that the reviewer has not looked at in the session as given. Only
// the choice and the hash of the note come from the page. Reads tiles of the log; any thread.
// REQUIRES: `seen` is given and is not beyond the log's head.
Result<ReviewStatement, Problem> statement_of(const ReviewService& service,
                                              const Session& session,
                                              const ReviewerId& reviewer,
                                              const DecisionBody& body,
                                              const Sha256& note);

// The request of a choice that asks the person again; nullopt for any other choice. The hash of the
// words is that of the words and the salt, of a body that has both, else that of the body.
std::optional<AskedAgain> asked_in(const DecisionBody& body);

// The bytes that a passkey signs for it.
std::string challenge_of(const ReviewStatement& statement);

}  // namespace countersign::http
