#include "http/review/login.h"

#include <utility>

#include "http/call/guarded.h"
#include "http/call/outcome_problem.h"
#include "http/review/me_json.h"
#include "http/review/sessions/session_cookie.h"

namespace countersign::http {
namespace {

// Reads the reviewer again, whom the committed command has changed.
void after_command(ReviewService& service,
                   const CallPtr& call,
                   const ReviewerId& id,
                   const Outcome& outcome,
                   const std::function<void(Reviewer)>& then) {
  if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
  auto reviewer = service.data.queries().reviewer(id);
  if (!reviewer) return call->refuse(problem_of(reviewer.error()));
  check(reviewer->has_value(), "a reviewer whose event is durable is in the view");
  then(*std::move(*reviewer));
}

// The cookie is about to be replaced, and what it opened would be left open.
void end_session_of_browser(ReviewService& service, const CallPtr& call) {
  const auto token = token_in(service.site(), call->head().headers);
  if (token) service.sessions.end_of_token(*token);
}

}  // namespace

void submit_as_reviewer(ReviewService& service,
                        const CallPtr& call,
                        const ReviewerId& reviewer,
                        ReviewerCommand command,
                        std::function<void(Reviewer)> then) {
  Submission submission{.stream = stream_of(reviewer),
                        .command = std::move(command),
                        .actor = {ActorKind::Reviewer, reviewer.value()},
                        .request = call->request_id()};
  service.data.writer().submit(
      std::move(submission),
      [&service, call, reviewer, then = std::move(then)](const Outcome& outcome) {
        guarded(call, [&] { after_command(service, call, reviewer, outcome, then); });
      });
}

Response me_answer(ReviewService& service, const AuthenticatedReviewer& who) {
  Response response;
  response.headers.add("Content-Type", "application/json");
  response.body = me_json(service, who);
  return response;
}

void log_in(ReviewService& service,
            const CallPtr& call,
            const ReviewerId& reviewer,
            LogInReviewer command,
            const Digest& page) {
  const std::string passkey = command.passkey;
  submit_as_reviewer(
      service, call, reviewer, std::move(command), [&service, call, passkey, page](Reviewer who) {
        begin_session(service, call, std::move(who), passkey, page);
      });
}

void begin_session(ReviewService& service,
                   const CallPtr& call,
                   Reviewer reviewer,
                   const std::string& passkey,
                   const Digest& page) {
  end_session_of_browser(service, call);
  auto begun = service.sessions.begin(reviewer.id, passkey, page);
  Response response = me_answer(service, {std::move(reviewer), std::move(begun.id), passkey});
  response.headers.add("Set-Cookie", cookie_of(service.site(), begun.token));
  call->reply(std::move(response));
}

}  // namespace countersign::http
