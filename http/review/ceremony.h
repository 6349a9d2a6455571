#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/reviewer/challenge_purpose.h"
#include "http/call/call.h"
#include "http/review/review_service.h"

// A ceremony of Web Authentication, from its challenge to the answer that spends it.
namespace countersign::http {

// The line in which a caller's calls wait for threads: by address, for a caller who is not logged
// in yet, and one for all logins of a reviewer.
ClientKey line_of_address(const CallPtr& call);
ClientKey line_of(const ReviewerId& reviewer);

// Runs what reads and verifies a passkey's answer on the threads of ceremonies, so that the
// arithmetic of one caller holds no event loop. Answers 503 if the line is full.
void run_ceremony(ReviewService& service,
                  const ClientKey& line,
                  const CallPtr& call,
                  std::function<void()> work);

// The same for a caller who is not logged in yet, whose call holds a place meanwhile.
void run_entry_ceremony(ReviewService& service, const CallPtr& call, std::function<void()> work);

// The bytes of the challenge that the client data names, if it is open for this ceremony.
std::optional<std::string> open_challenge(const ReviewService& service,
                                          std::string_view client_data,
                                          ChallengePurpose purpose,
                                          std::string_view ceremony);

}  // namespace countersign::http
