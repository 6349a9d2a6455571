#pragma once
#include <memory>

#include "http/call/call.h"
#include "http/edge/body_sink.h"

namespace countersign::http {

struct Service;

// Authenticates the caller as the call's row says (by::, call/endpoint.h), and passes the call to
// the row's handler. Returns where the body goes; null if none is wanted. REQUIRES: the call has
// been routed.
std::shared_ptr<BodySink> dispatch(Service& service, const CallPtr& call);

}  // namespace countersign::http
