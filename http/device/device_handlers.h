#pragma once
#include <memory>
#include <string>

#include "http/call/endpoint.h"

// The handlers of a device, by the file that defines them. A function whose name ends in `_again`
// is the `again` of a row.
namespace countersign::http {

// device_challenge.cc
void issue_document_challenge(DeviceService& service,
                              const CallPtr& call,
                              const DeviceSession& device);
void issue_liveness_challenge(DeviceService& service,
                              const CallPtr& call,
                              const DeviceSession& device);
// device_document.cc
std::shared_ptr<BodySink> submit_document(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device);
// Makes the outcome of a step again.
Result<std::string, StoreError> outcome_again(const RepeatService& service,
                                              std::string_view key,
                                              const RecordedEvent& last);
// device_liveness.cc
std::shared_ptr<BodySink> submit_liveness(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device);
// device_finalize.cc
void finalize_session(DeviceService& service, const CallPtr& call, const DeviceSession& device);
Result<std::string, StoreError> finalized_again(const RepeatService& service,
                                                std::string_view key,
                                                const RecordedEvent& last);
// liveness_not_possible.cc
void end_liveness_as_not_possible(DeviceService& service,
                                  const CallPtr& call,
                                  const DeviceSession& device,
                                  std::string body);
// device_status.cc
void get_status(DeviceService& service, const CallPtr& call, const DeviceSession& device);

}  // namespace countersign::http
