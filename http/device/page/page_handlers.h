#pragma once
#include <string>

#include "http/call/endpoint.h"
#include "http/json/schema_of.h"

// The handlers of a page that captures, by the file that defines them.
namespace countersign::http {

// capture_page.cc
void get_capture_page(DeviceService& service, const CallPtr& call, const DeviceSession& device);
Schema capture_page_schema();
// capture_logo.cc
void get_capture_logo(DeviceService& service, const CallPtr& call, const DeviceSession& device);
// consent.cc
void give_consent(DeviceService& service,
                  const CallPtr& call,
                  const DeviceSession& device,
                  std::string body);
Schema consent_schema();

}  // namespace countersign::http
