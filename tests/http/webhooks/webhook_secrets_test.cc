#include "http/webhooks/webhook_secrets.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "http/webhooks/webhook_message.h"

namespace countersign::http::webhook_secrets_test {

WebhookSecrets secrets_with(std::uint8_t fill) {
  std::array<std::uint8_t, 32> key{};
  key.fill(fill);
  return WebhookSecrets(SecretBytes<32>(key));
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ' ') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool verifies(const std::string& public_key, const std::string& signature, std::string_view text) {
  const std::string key = *from_base64(public_key.substr(std::string("whpk_").size()));
  Ed25519PublicKey bytes{};
  std::ranges::copy(key, bytes.begin());
  return ed25519_verify(bytes, bytes_of(text), bytes_of(*from_base64(signature.substr(4))));
}

TEST_CASE("each secret is that of one webhook, one generation and one installation") {
  std::set<std::string> all;
  for (const std::uint8_t fill : {1, 2}) {
    const WebhookSecrets secrets = secrets_with(fill);
    for (const char* const id : {"whep_a", "whep_b"}) {
      for (const std::uint32_t generation : {1U, 2U, 12U}) {
        const std::string secret = secrets.shared(WebhookId(id), generation);
        CHECK(secret.starts_with("whsec_"));
        CHECK(from_base64(secret.substr(6))->size() == 32);
        CHECK(secret == secrets.shared(WebhookId(id), generation));
        all.insert(secret);
        all.insert(secrets.public_key(WebhookId(id), generation));
      }
    }
  }
  CHECK(all.size() == 24);
}

TEST_CASE("a message is signed by each secret that is in force, in both ways") {
  const WebhookSecrets secrets = secrets_with(7);
  Webhook webhook;
  webhook.id = WebhookId("whep_a");
  webhook.generation = 2;
  webhook.old_until = UtcTime(100);
  const std::string text = "msg_1.1700000000.{}";
  const auto both = words(secrets.signatures(webhook, text, UtcTime(99)));
  REQUIRE(both.size() == 4);
  for (const std::uint32_t generation : {2U, 1U}) {
    const std::string key = *from_base64(secrets.shared(webhook.id, generation).substr(6));
    CHECK(both[2 - generation] == "v1," + to_base64(hmac_sha256(bytes_of(key), text)));
    CHECK(both[4 - generation].starts_with("v1a,"));
    CHECK(verifies(secrets.public_key(webhook.id, generation), both[4 - generation], text));
  }
  const auto one = words(secrets.signatures(webhook, text, UtcTime(100)));
  REQUIRE(one.size() == 2);
  CHECK(one[0] == both[0]);
  CHECK(one[1] == both[2]);
}

TEST_CASE("the id of a message follows from the log and the event alone") {
  const std::string id = webhook_message_id("log.example", Sequence(17));
  CHECK(id == webhook_message_id("log.example", Sequence(17)));
  CHECK(id != webhook_message_id("log.example", Sequence(18)));
  CHECK(id != webhook_message_id("log.example/2", Sequence(17)));
  CHECK(id.starts_with("msg_"));
  CHECK(id.find('.') == std::string::npos);
}

TEST_CASE("a message has ids and statuses as they were at its event") {
  Session session;
  session.id = SessionId(Uuid{1});
  session.status = SessionStatus::Completed;  // by now
  RecordedEvent event;
  event.sequence = Sequence(15);
  event.at = *parse_utc_time("2026-11-26T18:24:42.692515Z");
  event.event = DocumentRejected{};
  CHECK(webhook_message("o", event, session).body ==
        R"({"type":"session.step","timestamp":"2026-11-26T18:24:42.692515Z","data":{)"
        R"("sessionId":"01000000-0000-0000-0000-000000000000","sandbox":false,)"
        R"("status":"IN_PROGRESS",)"
        R"("step":"DOCUMENT","ok":false,"log":{"index":14,"size":15}}})");
  SessionFinalized finalized;
  finalized.result = ResultStatus::Review;
  event.event = finalized;
  CHECK(webhook_message("o", event, session).body ==
        R"({"type":"session.completed","timestamp":"2026-11-26T18:24:42.692515Z","data":{)"
        R"("sessionId":"01000000-0000-0000-0000-000000000000","sandbox":false,)"
        R"("status":"COMPLETED",)"
        R"("resultStatus":"REVIEW","log":{"index":14,"size":15}}})");
}

}  // namespace countersign::http::webhook_secrets_test
