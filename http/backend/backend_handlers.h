#pragma once
#include <string>

#include "http/call/endpoint.h"

// The handlers of the backend and of the auditor, by the file that defines them. A handler's
// arguments say what it may assume; see endpoint.h. A function whose name ends in `_again` is the
// `again` of a row.
namespace countersign::http {

// session_create.cc
void create_session(BackendService& service, const CallPtr& call, std::string body);
Result<std::string, StoreError> created_again(const RepeatService& service,
                                              std::string_view key,
                                              const RecordedEvent& last);
// backend_result.cc
void get_result(BackendService& service, const CallPtr& call, const OwnedSession& owned);
// backend_documents.cc
void list_documents(BackendService& service, const CallPtr& call, const OwnedSession& owned);
// backend_end.cc
void cancel_session(BackendService& service, const CallPtr& call, const OwnedSession& owned);
void purge_session(BackendService& service, const CallPtr& call, const OwnedSession& owned);
// person/backend_person.cc
void get_person(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller);
void erase_person(BackendService& service,
                  const CallPtr& call,
                  const AuthenticatedClient& caller,
                  std::string body);
// backend_link.cc
void renew_link(BackendService& service,
                const CallPtr& call,
                const OwnedSession& owned,
                std::string body);
void take_link_back(BackendService& service, const CallPtr& call, const OwnedSession& owned);
Schema link_schema();
// backend_timeline.cc
void get_timeline(BackendService& service, const CallPtr& call, const OwnedSession& owned);
// backend_feed.cc
void get_events(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller);
// backend_sessions.cc
void list_sessions(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller);
// backend_review.cc
void decide_review(BackendService& service,
                   const CallPtr& call,
                   const OwnedSession& owned,
                   std::string body);
// backend_reviews.cc
void get_reviews(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller);
// backend_receipt.cc
void get_receipt(BackendService& service, const CallPtr& call, const OwnedSession& owned);
// auditor_log.cc
void get_checkpoint(BackendService& service, const CallPtr& call, const AuditorClient& auditor);
void get_tile(BackendService& service, const CallPtr& call, const AuditorClient& auditor);
void get_verifier_key(BackendService& service, const CallPtr& call, const AuditorClient& auditor);

}  // namespace countersign::http
