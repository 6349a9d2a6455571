#pragma once
#include <string>

#include "http/call/endpoint.h"
#include "http/review/review_service.h"

// The handlers of the console's calls about cases, of its reports, and of a reviewer's own acts.
namespace countersign::http {

void list_cases(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void await_cases(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void take_next_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body);
void claim_case(ReviewService& service,
                const CallPtr& call,
                const AuthenticatedReviewer& who,
                std::string body);
void take_over_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body);
void release_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body);
void show_case(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void look_at_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body);
void begin_decision(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body);
void decide_case(ReviewService& service,
                 const CallPtr& call,
                 const AuthenticatedReviewer& who,
                 std::string body);
void correct_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body);
void show_reports(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void list_own_acts(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);

}  // namespace countersign::http
