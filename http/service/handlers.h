#pragma once
#include <memory>
#include <string>

#include "http/call/endpoint.h"

// Every handler of the API, by the file that defines it. A handler's arguments say what it may
// assume, see endpoint.h.
namespace countersign::http {

// ---- the backend ------------------------------------------------------------

// session_create.cc
void create_session(Service& service, const CallPtr& call, std::string body);
// backend_result.cc
void get_result(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_documents.cc
void list_documents(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_bundle.cc
void download_bundle(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_file.cc
void download_file(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_end.cc
void cancel_session(Service& service, const CallPtr& call, const OwnedSession& owned);
void purge_session(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_timeline.cc
void get_timeline(Service& service, const CallPtr& call, const OwnedSession& owned);
// backend_feed.cc
void get_events(Service& service, const CallPtr& call, const AuthenticatedClient& caller);
// backend_receipt.cc
void get_receipt(Service& service, const CallPtr& call, const OwnedSession& owned);

// ---- the auditor ------------------------------------------------------------

// auditor_log.cc
void get_checkpoint(Service& service, const CallPtr& call, const AuditorClient& auditor);
void get_tile(Service& service, const CallPtr& call, const AuditorClient& auditor);
void get_verifier_key(Service& service, const CallPtr& call, const AuditorClient& auditor);

// ---- the device -------------------------------------------------------------

// device_challenge.cc
void issue_document_challenge(Service& service, const CallPtr& call, const DeviceSession& device);
void issue_liveness_challenge(Service& service, const CallPtr& call, const DeviceSession& device);
// device_document.cc
std::shared_ptr<BodySink> submit_document(Service& service,
                                          const CallPtr& call,
                                          const DeviceSession& device);
// device_liveness.cc
std::shared_ptr<BodySink> submit_liveness(Service& service,
                                          const CallPtr& call,
                                          const DeviceSession& device);
// device_finalize.cc
void finalize_session(Service& service, const CallPtr& call, const DeviceSession& device);
// device_status.cc
void get_status(Service& service, const CallPtr& call, const DeviceSession& device);

// ---- open to all ------------------------------------------------------------

// openapi.cc
void get_openapi(Service& service, const CallPtr& call);
// health.cc
void get_healthz(Service& service, const CallPtr& call);
void get_readyz(Service& service, const CallPtr& call);
// metrics_page.cc
void get_metrics(Service& service, const CallPtr& call);

}  // namespace countersign::http
