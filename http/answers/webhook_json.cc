#include "http/answers/webhook_json.h"

#include "http/json/json_of.h"
#include "http/webhooks/webhook_sender.h"

namespace countersign::http {

ShownWebhook shown_webhook(const Webhook& webhook,
                           const WebhookSecrets& secrets,
                           const WebhookSender* sender) {
  return {webhook,
          secrets.public_key(webhook.id, webhook.generation),
          sender == nullptr ? DeliveryState{} : sender->state_of(webhook.id)};
}

WebhookWithSecret webhook_with_secret(const Webhook& webhook, const WebhookSecrets& secrets) {
  return {webhook,
          secrets.public_key(webhook.id, webhook.generation),
          secrets.shared(webhook.id, webhook.generation)};
}

std::string registered_webhook_json(const WebhookRegistered& event, const WebhookSecrets& secrets) {
  Webhook webhook;
  webhook.id = event.webhook;
  webhook.url = event.url;
  webhook.types = event.types;
  webhook.is_proven = !event.asks_proof;
  return json_of(webhook_with_secret(webhook, secrets));
}

Schema ShownWebhook::schema() { return answer_schema_of<ShownWebhook>("Webhook"); }
Schema WebhookWithSecret::schema() {
  return answer_schema_of<WebhookWithSecret>("WebhookWithSecret");
}
Schema new_webhook_schema() { return schema_of<NewWebhook>("NewWebhook"); }
Schema changed_webhook_schema() { return schema_of<ChangedWebhook>("ChangedWebhook"); }
Schema webhook_replay_schema() { return schema_of<WebhookReplay>("WebhookReplay"); }
Schema webhook_rotation_schema() { return schema_of<WebhookRotation>("WebhookRotation"); }
Schema shown_webhook_schema() { return ShownWebhook::schema(); }
Schema shown_webhooks_schema() { return answer_schema_of<ShownWebhooks>("Webhooks"); }
Schema webhook_with_secret_schema() { return WebhookWithSecret::schema(); }
Schema deleted_webhook_schema() { return answer_schema_of<DeletedWebhook>("DeletedWebhook"); }

}  // namespace countersign::http
