#pragma once
#include "http/call/endpoint.h"
#include "http/json/schema_of.h"
#include "http/review/review_service.h"

// The operators' view: what the installation has, and how it does. Each call reads, and changes
// nothing. No answer has a secret, a picture, or anything of a person who was captured. Each list
// has at most OperatorPage::kLimitMax rows, and costs what its rows cost.
namespace countersign::http {

void show_installation(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who);
void list_client_rows(ReviewService& service,
                      const CallPtr& call,
                      const AuthenticatedReviewer& who);
void list_page_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void list_webhook_rows(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who);
void list_hold_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);
void list_key_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who);

Schema installation_schema();
Schema client_rows_schema();
Schema page_rows_schema();
Schema webhook_rows_schema();
Schema hold_rows_schema();
Schema key_rows_schema();

}  // namespace countersign::http
