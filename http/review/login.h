#pragma once
#include <functional>

#include "core/ids.h"
#include "core/reviewer/reviewer_command.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/review/review_service.h"

namespace countersign::http {

// Submits a command in the reviewer's name. Calls `then` with the reviewer as the command left them
// once it is durable, on a thread of the writer; answers a refusal itself.
void submit_as_reviewer(ReviewService& service,
                        const CallPtr& call,
                        const ReviewerId& reviewer,
                        ReviewerCommand command,
                        std::function<void(Reviewer)> then);

// The reviewer as JSON, as GET /review/api/me answers.
Response me_answer(ReviewService& service, const AuthenticatedReviewer& who);

// Records the login, and begins a session of the page when it is durable. The caller has verified
// who it is. Everything that the core refuses has one answer.
void log_in(ReviewService& service,
            const CallPtr& call,
            const ReviewerId& reviewer,
            LogInReviewer command,
            const Digest& page);

// The second half: begins a session of the page that has made the call, and answers with the
// reviewer and the cookie. `passkey`: the id of the one that logged in; empty if another party did.
void begin_session(ReviewService& service,
                   const CallPtr& call,
                   Reviewer reviewer,
                   const std::string& passkey,
                   const Digest& page);

}  // namespace countersign::http
