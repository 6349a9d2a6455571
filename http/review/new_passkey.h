#pragma once
#include <optional>
#include <string>

#include "core/reviewer/reviewer.h"
#include "http/call/call.h"
#include "http/review/passkey/credential_json.h"
#include "http/review/review_service.h"

// The two halves of a registration, whoever may make it.
namespace countersign::http {

// Begins the ceremony of this name, and answers with the options for the browser.
void offer_passkey(ReviewService& service,
                   const CallPtr& call,
                   const Reviewer& reviewer,
                   const std::string& ceremony);

// Ends it: the passkey if its registration is good and no reviewer has its id. Answers the call if
// not.
std::optional<Passkey> take_passkey(ReviewService& service,
                                    const CallPtr& call,
                                    const std::string& ceremony,
                                    const RegistrationResponse& credential);

}  // namespace countersign::http
