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

}  // namespace

void put_webhooks(JsonWriter& json) {
  json.key("webhooks").begin_object();
  for (const auto& type : enum_names<WebhookType>) {
    json.key(type.name).begin_object().key("post").begin_object();
    json.member("summary", "An event of the type " + std::string(type.name) + ".");
    json.member("description",
                "Sent as Standard Webhooks says, at least once, to each webhook of the client; "
                "the events of a session in their order.");
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
    json.key("schema").raw(schema_reference("WebhookMessage"));
    json.key("example").raw(example_of_message(type.name)).end_object().end_object().end_object();
    json.key("responses").begin_object().key("2XX").begin_object();
    json.member("description", "Delivered. Any other answer is a failure, and tried again.");
    json.end_object().key("410").begin_object();
    json.member("description", "The webhook is disabled.").end_object().end_object();
    json.end_object().end_object();
  }
  json.end_object();
}

}  // namespace countersign::http
