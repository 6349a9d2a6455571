#pragma once
#include <string>

#include "http/call/endpoint.h"
#include "http/review/review_service.h"

namespace countersign::http {

// The reviewer as the console's page shows them: name, roles, passkeys and logins. Reads the name's
// file. A name that cannot be read is empty, as one that was erased.
std::string me_json(ReviewService& service, const AuthenticatedReviewer& who);

// The name, or "" if it was erased or cannot be read.
std::string name_of_reviewer(const ReviewService& service, const ReviewerId& reviewer);

}  // namespace countersign::http
