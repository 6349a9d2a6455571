#pragma once
#include <string>

#include "http/call/endpoint.h"
#include "http/review/review_service.h"

// The handlers of the console's calls that order the work on cases.
namespace countersign::http {

void list_assignees(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void assign_cases(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body);
void unassign_cases(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body);
void hand_over_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body);

}  // namespace countersign::http
