// POST /review/api/me/keys/begin and /finish, DELETE /review/api/me/keys/{id}.
#include <utility>

#include "http/review/ceremony.h"
#include "http/review/login.h"
#include "http/review/me_json.h"
#include "http/review/new_passkey.h"
#include "http/review/review_handlers.h"

namespace countersign::http {
namespace {

std::string own_ceremony(const AuthenticatedReviewer& who) { return "passkey " + who.session; }

void add_own_passkey(ReviewService& service,
                     const CallPtr& call,
                     const AuthenticatedReviewer& who,
                     const RegistrationResponse& credential) {
  auto offered = read_passkey(service, call, own_ceremony(who), credential);
  if (!offered || !spend_challenge(service, call, who.reviewer.id, offered->challenge)) return;
  submit_as_reviewer(service,
                     call,
                     who.reviewer.id,
                     AddPasskey{service.clock.now(), std::move(offered->passkey)},
                     [&service, call, session = who.session, used = who.passkey](Reviewer now) {
                       call->reply(me_answer(service, {std::move(now), session, used}));
                     });
}

}  // namespace

void begin_own_passkey(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who,
                       std::string /*body*/) {
  offer_passkey(service, call, who.reviewer, own_ceremony(who));
}

void finish_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who,
                        std::string body) {
  auto request = parse_registration_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  run_ceremony(service,
               line_of(who.reviewer.id),
               call,
               [&service, call, who, given = std::move(request->credential)] {
                 add_own_passkey(service, call, who, given);
               });
}

// The passkey that the reviewer is logged in with stays, so that nobody locks themselves out with
// one click: whoever has another logs in with that first.
void revoke_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who) {
  const std::string& passkey = call->parameters().front();
  if (passkey == who.passkey) {
    return call->refuse({.code = ProblemCode::Conflict,
                         .detail = "You are logged in with this passkey; log in with another."});
  }
  submit_as_reviewer(service,
                     call,
                     who.reviewer.id,
                     RevokePasskey{service.clock.now(), passkey},
                     [call](const Reviewer&) { call->reply_json(200, "{}"); });
}

}  // namespace countersign::http
