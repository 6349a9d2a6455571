#include "http/webhooks/webhook_headers.h"

#include <chrono>

namespace countersign::http {

std::vector<std::string> webhook_headers(const WebhookMessage& message,
                                         const Webhook& webhook,
                                         const WebhookSecrets& secrets,
                                         UtcTime now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(Duration(now.value())).count();
  const std::string timestamp = std::to_string(seconds);
  const std::string signed_text = message.id + "." + timestamp + "." + message.body;
  return {"Content-Type: application/json",
          "User-Agent: countersign",
          "webhook-id: " + message.id,
          "webhook-timestamp: " + timestamp,
          "webhook-signature: " + secrets.signatures(webhook, signed_text, now)};
}

}  // namespace countersign::http
