#pragma once
#include <string>

#include "http/call/endpoint.h"

// The handlers by which devices get a session, by the file that defines them.
namespace countersign::http {

// redeem.cc
void redeem_code(DeviceService& service, const CallPtr& call, std::string body);
Result<std::string, StoreError> redeemed_again(const RepeatService& service,
                                               std::string_view key,
                                               const RecordedEvent& last);
// handoff.cc
void offer_handoff(DeviceService& service, const CallPtr& call, const DeviceSession& device);
// take_back.cc
void take_handoff_back(DeviceService& service, const CallPtr& call, const DeviceSession& device);

}  // namespace countersign::http
