#include "http/describe/openapi_webhooks.h"

#include <string>
#include <string_view>

#include "core/webhook/webhook_type.h"
#include "http/describe/examples.h"
#include "http/json/schema_of.h"

namespace countersign::http {
namespace {

struct WebhookHeader {
  std::string_view name;
  std::string_view description;
};
constexpr WebhookHeader kWebhookHeaders[] = {
    {"webhook-id", "Of the event: the same each time it is sent."},
    {"webhook-timestamp", "Of this attempt, in seconds since 1970."},
    {"webhook-signature",
     "`v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with "
     "spaces."},
};

// One kind of request that a webhook's address is sent.
struct SentRequest {
  std::string_view name;
  std::string summary;
  std::string_view description;
  std::string_view schema;
  std::string example;
  std::string_view success;  // the meaning of a 2xx answer
};

void put_request(JsonWriter& json, const SentRequest& sent) {
  json.key(sent.name).begin_object().key("post").begin_object();
  json.member("summary", sent.summary).member("description", sent.description);
  json.key("tags").begin_array().text("backend").end_array();
  json.key("security").begin_array().end_array();
  json.key("parameters").begin_array();
  for (const WebhookHeader& header : kWebhookHeaders) {
    json.begin_object().member("name", header.name).member("in", "header");
    json.member("required", true).member("description", header.description);
    json.key("schema").raw(R"({"type":"string"})").end_object();
  }
  json.end_array().key("requestBody").begin_object().member("required", true);
  json.key("content").begin_object().key("application/json").begin_object();
  json.key("schema").raw(schema_reference(sent.schema));
  json.key("example").raw(sent.example).end_object().end_object().end_object();
  json.key("responses").begin_object().key("2XX").begin_object();
  json.member("description", sent.success);
  json.end_object().key("410").begin_object();
  json.member("description", "The webhook is disabled.").end_object().end_object();
  json.end_object().end_object();
}

}  // namespace

void put_webhooks(JsonWriter& json) {
  json.key("webhooks").begin_object();
  put_request(json,
              {.name = "webhook.challenge",
               .summary = "Whether the address wants the client's events.",
               .description = "Sent before any event, and again after a change of the address.",
               .schema = "WebhookChallenge",
               .example = example_of_challenge(),
               .success = "The body is the challenge alone, or a JSON object whose member "
                          "`challenge` is it. Any other answer is a failure, and tried again."});
  put_request(json,
              {.name = "webhook.test",
               .summary = "A test that the backend or an operator asked for.",
               .description = "Sent whatever types the webhook has, and about no session.",
               .schema = "WebhookTest",
               .example = example_of_webhook_test(),
               .success = "Delivered. Any other answer is a failure, and tried again."});
  for (const auto& type : enum_names<WebhookType>) {
    put_request(json,
                {.name = type.name,
                 .summary = "An event of the type " + std::string(type.name) + ".",
                 .description = "Sent as Standard Webhooks says, at least once, to each webhook of "
                                "the client; the events of a session in their order.",
                 .schema = "WebhookMessage",
                 .example = example_of_message(type.name),
                 .success = "Delivered. Any other answer is a failure, and tried again."});
  }
  json.end_object();
}

}  // namespace countersign::http
