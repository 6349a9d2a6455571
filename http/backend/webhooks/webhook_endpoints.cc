// The calls on a client's webhooks, as rows of the public API.
#include "http/answers/webhook_json.h"
#include "http/backend/webhooks/webhook_handlers.h"
#include "http/call/endpoint.h"

namespace countersign::http {
namespace {

using Cause = ProblemCode;

constexpr Endpoint kWebhookCalls[] = {
    {.method = Method::Get,
     .path = "/api/svc/webhooks",
     .handler = Handles<by::Client>{list_webhooks},
     .rate = RateClass::Read,
     .operation_id = "listWebhooks",
     .summary = "List the client's webhooks.",
     .answer = shown_webhooks_schema},
    {.method = Method::Post,
     .path = "/api/svc/webhooks",
     .handler = Handles<by::Client, Json>{add_webhook},
     .rate = RateClass::Read,
     .operation_id = "addWebhook",
     .summary = "Register an address that is told the client's events from now on.",
     .parameters = {Parameter::IdempotencyKey},
     .problems = {Cause::WebhookForbiddenAddress, Cause::Conflict},
     .request = new_webhook_schema,
     .answer = webhook_with_secret_schema,
     .again = registered_again},
    {.method = Method::Patch,
     .path = "/api/svc/webhooks/{webhookId}",
     .handler = Handles<by::Client, Json>{change_webhook},
     .rate = RateClass::Read,
     .operation_id = "changeWebhook",
     .summary = "Change a webhook's address or types, disable it, or enable it again.",
     .problems = {Cause::WebhookForbiddenAddress},
     .request = changed_webhook_schema,
     .answer = shown_webhook_schema},
    {.method = Method::Delete,
     .path = "/api/svc/webhooks/{webhookId}",
     .handler = Handles<by::Client>{delete_webhook},
     .rate = RateClass::Read,
     .operation_id = "deleteWebhook",
     .summary = "Remove a webhook.",
     .answer = deleted_webhook_schema},
    {.method = Method::Post,
     .path = "/api/svc/webhooks/{webhookId}/replay",
     .handler = Handles<by::Client, Json>{replay_webhook},
     .rate = RateClass::Read,
     .operation_id = "replayWebhook",
     .summary = "Deliver every event after one of the log again, with the same ids.",
     .request = webhook_replay_schema,
     .answer = shown_webhook_schema},
    {.method = Method::Post,
     .path = "/api/svc/webhooks/{webhookId}/test",
     .handler = Handles<by::Client>{send_test_of_webhook},
     .rate = RateClass::Read,
     .operation_id = "testWebhook",
     .summary = "Send a webhook one event that is marked as a test.",
     .problems = {Cause::Conflict},
     .answer = shown_webhook_schema},
    {.method = Method::Post,
     .path = "/api/svc/webhooks/{webhookId}/rotate",
     .handler = Handles<by::Client, Json>{rotate_webhook},
     .rate = RateClass::Read,
     .operation_id = "rotateWebhook",
     .summary = "Give a webhook a new secret; for 24 hours both sign.",
     .request = webhook_rotation_schema,
     .answer = webhook_with_secret_schema},
};

}  // namespace

std::span<const Endpoint> webhook_endpoints() { return kWebhookCalls; }

}  // namespace countersign::http
