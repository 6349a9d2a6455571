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

// A passkey whose registration is good, and the challenge that it answers.
struct OfferedPasskey {
  Passkey passkey;
  std::string challenge;
};

// Verifies the registration, on a thread of ceremonies (ceremony.h). Answers the call and returns
// nullopt if it is not good, or if a reviewer has the passkey.
std::optional<OfferedPasskey> read_passkey(const ReviewService& service,
                                           const CallPtr& call,
                                           const std::string& ceremony,
                                           const RegistrationResponse& credential);

// Ends the ceremony: its challenge registers nothing more. Answers the call and returns false if it
// was spent before.
bool spend_challenge(ReviewService& service,
                     const CallPtr& call,
                     const ReviewerId& reviewer,
                     const std::string& challenge);

}  // namespace countersign::http
