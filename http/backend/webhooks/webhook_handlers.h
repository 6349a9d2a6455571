#pragma once
#include <span>
#include <string>

#include "http/call/endpoint.h"

// The handlers of a client's webhooks, all in webhook_calls.cc.
namespace countersign::http {

// The rows of these calls, a part of public_endpoints(); in webhook_endpoints.cc.
std::span<const Endpoint> webhook_endpoints();

void list_webhooks(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller);
void add_webhook(BackendService& service,
                 const CallPtr& call,
                 const AuthenticatedClient& caller,
                 std::string body);
Result<std::string, StoreError> registered_again(const RepeatService& service,
                                                 std::string_view key,
                                                 const RecordedEvent& last);
void change_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body);
void replay_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body);
void send_test_of_webhook(BackendService& service,
                          const CallPtr& call,
                          const AuthenticatedClient& caller);
void rotate_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body);
void delete_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller);

}  // namespace countersign::http
