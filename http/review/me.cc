// GET /review/api/me, POST /review/api/logout and DELETE /review/api/me/sessions/{id}.
#include <utility>

#include "http/review/me_json.h"
#include "http/review/review_handlers.h"
#include "http/review/sessions/session_cookie.h"

namespace countersign::http {
namespace {

void reply_without_cookie(const ReviewService& service, const CallPtr& call) {
  Response response;
  response.headers.add("Content-Type", "application/json");
  response.headers.add("Set-Cookie", no_cookie(service.site()));
  response.body = "{}";
  call->reply(std::move(response));
}

}  // namespace

void get_me(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  call->reply_json(200, me_json(service, who));
}

void log_out(ReviewService& service,
             const CallPtr& call,
             const AuthenticatedReviewer& who,
             std::string /*body*/) {
  (void)service.sessions.end(who.reviewer.id, who.session);
  reply_without_cookie(service, call);
}

void end_session(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const std::string& session = call->parameters().front();
  if (!service.sessions.end(who.reviewer.id, session)) {
    return call->refuse({.code = ProblemCode::NotFound, .detail = "There is no such login."});
  }
  if (session == who.session) return reply_without_cookie(service, call);
  call->reply_json(200, "{}");
}

}  // namespace countersign::http
