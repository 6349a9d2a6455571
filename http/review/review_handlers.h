#pragma once
#include <string>

#include "http/call/endpoint.h"
#include "http/review/review_service.h"

// The handlers of the console's own calls.
namespace countersign::http {

// A one-time link becomes a passkey, which also logs in.
void begin_registration(ReviewService& service, const CallPtr& call, std::string body);
void finish_registration(ReviewService& service, const CallPtr& call, std::string body);
// A passkey logs in.
void begin_login(ReviewService& service, const CallPtr& call, std::string body);
void finish_login(ReviewService& service, const CallPtr& call, std::string body);

// An identity provider logs in, and the page that has begun takes the login.
void begin_provider_login(ReviewService& service, const CallPtr& call);
void finish_provider_login(ReviewService& service, const CallPtr& call);
void take_provider_login(ReviewService& service, const CallPtr& call, std::string body);

// A reviewer who is logged in adds and revokes passkeys.
void begin_own_passkey(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who,
                       std::string body);
// Checks the registration, and says what one of the reviewer's passkeys is to sign for it.
void state_own_passkey(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who,
                       std::string body);
void finish_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who,
                        std::string body);
void begin_revocation(ReviewService& service,
                      const CallPtr& call,
                      const AuthenticatedReviewer& who,
                      std::string body);
void revoke_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who,
                        std::string body);

// The reviewer's own name, roles, passkeys and logins; the end of a login.
void get_me(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void log_out(ReviewService& service,
             const CallPtr& call,
             const AuthenticatedReviewer& who,
             std::string body);
void end_session(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);

}  // namespace countersign::http
