#pragma once
#include <string>
#include <vector>

#include "core/utc_time.h"
#include "core/webhook/webhooks.h"
#include "http/webhooks/webhook_message.h"
#include "http/webhooks/webhook_secrets.h"

namespace countersign::http {

// The header lines of one attempt to deliver the message, "name: value".
std::vector<std::string> webhook_headers(const WebhookMessage& message,
                                         const Webhook& webhook,
                                         const WebhookSecrets& secrets,
                                         UtcTime now);

}  // namespace countersign::http
