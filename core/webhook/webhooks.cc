#include "core/webhook/webhooks.h"

#include <utility>

namespace countersign {
namespace {

Decision<WebhookEvent> decide_on(const Webhooks& webhooks, const RegisterWebhook& command) {
  // An id that is already taken would put two endpoints under one secret.
  if (find_webhook(webhooks, command.webhook) != nullptr) return refused(Refusal::NothingToDo);
  if (webhooks.endpoints.size() >= kWebhooksMax) return refused(Refusal::TooManyWebhooks);
  return happened<WebhookEvent>(
      WebhookRegistered{command.webhook, command.url, command.types, command.asks_proof});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const ChangeWebhook& command) {
  if (webhook.url == command.url && webhook.types == command.types) {
    return refused(Refusal::NothingToDo);
  }
  const bool asks_proof = command.asks_proof && webhook.url != command.url;
  return happened<WebhookEvent>(WebhookChanged{webhook.id, command.url, command.types, asks_proof});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const RotateWebhookSecret& command) {
  return happened<WebhookEvent>(
      WebhookSecretRotated{webhook.id, webhook.generation + 1, command.old_until});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const DisableWebhook& command) {
  if (webhook.stopped) return refused(Refusal::NothingToDo);
  return happened<WebhookEvent>(WebhookDisabled{webhook.id, command.reason});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const EnableWebhook&) {
  if (!webhook.stopped) return refused(Refusal::NothingToDo);
  return happened<WebhookEvent>(WebhookEnabled{webhook.id});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const ReplayWebhook& command) {
  return happened<WebhookEvent>(WebhookReplayed{webhook.id, command.after});
}

Decision<WebhookEvent> decide_on(const Webhook& webhook, const DeleteWebhook&) {
  return happened<WebhookEvent>(WebhookDeleted{webhook.id});
}

// A test is sent only where real messages are sent too.
Decision<WebhookEvent> decide_on(const Webhook& webhook, const TestWebhook&) {
  if (state_of(webhook) != WebhookState::Active) return refused(Refusal::WebhookNotActive);
  return happened<WebhookEvent>(WebhookTested{webhook.id});
}

// A proof of an address that is not the webhook's any more proves nothing.
Decision<WebhookEvent> decide_on(const Webhook& webhook, const ProveWebhook& command) {
  if (webhook.is_proven || webhook.url != command.url) return refused(Refusal::NothingToDo);
  return happened<WebhookEvent>(WebhookProven{webhook.id, command.url});
}

struct ApplyWebhookEvent {
  Webhooks& webhooks;
  UtcTime at;
  Sequence sequence;

  void operator()(const WebhookRegistered& event) const {
    webhooks.endpoints.push_back(Webhook{.id = event.webhook,
                                         .url = event.url,
                                         .types = event.types,
                                         .generation = 1,
                                         .old_until = {},
                                         .stopped = {},
                                         .is_proven = !event.asks_proof,
                                         .created_at = at,
                                         .after = sequence,
                                         .placed_by = sequence,
                                         .resumed_by = sequence});
  }
  void operator()(const WebhookChanged& event) const {
    Webhook* const webhook = find(event.webhook);
    if (webhook == nullptr) return;
    webhook->url = event.url;
    webhook->types = event.types;
    if (event.asks_proof) webhook->is_proven = false;
  }
  void operator()(const WebhookProven& event) const {
    if (Webhook* const webhook = find(event.webhook)) webhook->is_proven = true;
  }
  void operator()(const WebhookSecretRotated& event) const {
    Webhook* const webhook = find(event.webhook);
    if (webhook == nullptr) return;
    webhook->generation = event.generation;
    webhook->old_until = event.old_until;
  }
  void operator()(const WebhookDisabled& event) const {
    if (Webhook* const webhook = find(event.webhook)) webhook->stopped = event.reason;
  }
  void operator()(const WebhookEnabled& event) const {
    Webhook* const webhook = find(event.webhook);
    if (webhook == nullptr) return;
    webhook->stopped.reset();
    webhook->resumed_by = sequence;
  }
  void operator()(const WebhookReplayed& event) const {
    Webhook* const webhook = find(event.webhook);
    if (webhook == nullptr) return;
    webhook->after = event.after;
    webhook->placed_by = sequence;
  }
  void operator()(const WebhookTested&) const {}
  void operator()(const WebhookDeleted& event) const {
    std::erase_if(webhooks.endpoints,
                  [&](const Webhook& webhook) { return webhook.id == event.webhook; });
  }

 private:
  Webhook* find(const WebhookId& id) const {
    const auto found = std::ranges::find(webhooks.endpoints, id, &Webhook::id);
    return found == webhooks.endpoints.end() ? nullptr : &*found;
  }
};

}  // namespace

const Webhook* find_webhook(const Webhooks& webhooks, const WebhookId& id) {
  const auto found = std::ranges::find(webhooks.endpoints, id, &Webhook::id);
  return found == webhooks.endpoints.end() ? nullptr : &*found;
}

Decision<WebhookEvent> decide(const Webhooks& webhooks, const WebhookCommand& command) {
  if (const auto* registration = std::get_if<RegisterWebhook>(&command)) {
    return decide_on(webhooks, *registration);
  }
  return std::visit(
      [&]<class C>(const C& c) -> Decision<WebhookEvent> {
        const Webhook* const webhook = find_webhook(webhooks, c.webhook);
        if (webhook == nullptr) return refused(Refusal::WebhookUnknown);
        if constexpr (std::is_same_v<C, RegisterWebhook>)
          return refused(Refusal::NothingToDo);
        else
          return decide_on(*webhook, c);
      },
      command);
}

void evolve(Webhooks& webhooks, EventRef<WebhookEvent> event, const EventPlace& place) {
  if (const auto client = webhooks_client_of(place.stream)) webhooks.client = *client;
  advance(webhooks, place);
  event.visit(ApplyWebhookEvent{webhooks, place.at, place.sequence});
}

}  // namespace countersign
