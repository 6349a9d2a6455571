#pragma once
#include "http/call/endpoint.h"

// The handlers that are open to all, by the file that defines them.
namespace countersign::http {

// openapi.cc
void get_openapi(DescribeService& service, const CallPtr& call);
// health.cc
void get_healthz(DescribeService& service, const CallPtr& call);
void get_readyz(DescribeService& service, const CallPtr& call);
// metrics_page.cc
void get_metrics(DescribeService& service, const CallPtr& call);

}  // namespace countersign::http
