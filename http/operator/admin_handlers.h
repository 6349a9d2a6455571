#pragma once
#include <string>

#include "http/call/endpoint.h"

// The handlers of the admin socket. Each runs on the operators' threads, so that none blocks an
// event loop.
namespace countersign::http {

// admin_operation.cc: runs the operation with the endpoint's name.
void run_operation(OperatorService& service,
                   const CallPtr& call,
                   const OperatorPeer& peer,
                   std::string body);
// admin_tail.cc: "log tail", which may wait for events.
void tail_events(OperatorService& service,
                 const CallPtr& call,
                 const OperatorPeer& peer,
                 std::string body);
// admin_export.cc: "log export", a stream of lines.
void export_events(OperatorService& service,
                   const CallPtr& call,
                   const OperatorPeer& peer,
                   std::string body);

}  // namespace countersign::http
