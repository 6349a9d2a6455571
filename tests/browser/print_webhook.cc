// Prints a delivery to a webhook as it is sent now, in the middle of a rotation, the secrets, and a
// challenge: {"headers": {...}, "body", "secrets": [new, old], "publicKeys": [new, old],
// "challenge": {"headers": {...}, "body"}}.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "core/text/json_writer.h"
#include "events/crypto/os_random.h"
#include "http/webhooks/endpoint_proof.h"
#include "http/webhooks/webhook_headers.h"

using namespace countersign;
using namespace countersign::http;

namespace {

void put_delivery(JsonWriter& json,
                  const WebhookMessage& message,
                  const std::vector<std::string>& headers) {
  json.key("headers").begin_object();
  for (const std::string& line : headers) {
    const std::size_t colon = line.find(": ");
    json.member(line.substr(0, colon), line.substr(colon + 2));
  }
  json.end_object().member("body", message.body);
}

}  // namespace

int main() {
  const UtcTime now(
      std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch())
          .count());
  const WebhookSecrets secrets{SecretBytes<32>()};
  Webhook webhook;
  webhook.id = WebhookId("whep_q3mYc0dN1r8ZtQw5xV7bLA");
  webhook.generation = 2;
  webhook.old_until = now + Duration(std::chrono::hours(1));
  Session session;
  session.id = SessionId(Uuid{1, 2, 3});
  RecordedEvent event;
  event.sequence = Sequence(15);
  event.at = now;
  event.event = SessionFinalized{};
  const WebhookMessage message = webhook_message("log.example", event, session);

  JsonWriter json;
  json.begin_object();
  put_delivery(json, message, webhook_headers(message, webhook, secrets, now));
  OsRandom random;
  const WebhookMessage challenge = challenge_message("a-challenge", now, random);
  json.key("challenge").begin_object();
  put_delivery(json, challenge, webhook_headers(challenge, webhook, secrets, now));
  json.end_object().key("secrets").begin_array();
  json.text(secrets.shared(webhook.id, 2)).text(secrets.shared(webhook.id, 1));
  json.end_array().key("publicKeys").begin_array();
  json.text(secrets.public_key(webhook.id, 2)).text(secrets.public_key(webhook.id, 1));
  const std::string text = json.end_array().end_object().take();
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return whole && std::fflush(stdout) == 0 ? 0 : 1;
}
