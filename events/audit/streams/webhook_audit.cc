#include "events/audit/streams/webhook_audit.h"

#include <optional>
#include <vector>

namespace countersign {
namespace {

using MadeOfWebhook = std::optional<WebhookCommand>;

// The command that an event may have come from; nullopt for an event of another stream.
struct WebhookCommandOf {
  UtcTime at;

  template <class E>
  MadeOfWebhook operator()(const E& event) const {
    if constexpr (EventOf<E, WebhookEvent>) return of(event);
    return std::nullopt;
  }

 private:
  MadeOfWebhook of(const WebhookRegistered& event) const {
    return RegisterWebhook{at, event.webhook, event.url, event.types, event.asks_proof};
  }
  MadeOfWebhook of(const WebhookChanged& event) const {
    return ChangeWebhook{at, event.webhook, event.url, event.types, event.asks_proof};
  }
  MadeOfWebhook of(const WebhookSecretRotated& event) const {
    return RotateWebhookSecret{at, event.webhook, event.old_until};
  }
  MadeOfWebhook of(const WebhookDisabled& event) const {
    return DisableWebhook{at, event.webhook, event.reason};
  }
  MadeOfWebhook of(const WebhookEnabled& event) const { return EnableWebhook{at, event.webhook}; }
  MadeOfWebhook of(const WebhookReplayed& event) const {
    return ReplayWebhook{at, event.webhook, event.after};
  }
  MadeOfWebhook of(const WebhookProven& event) const {
    return ProveWebhook{at, event.webhook, event.url};
  }
  MadeOfWebhook of(const WebhookTested& event) const { return TestWebhook{at, event.webhook}; }
  MadeOfWebhook of(const WebhookDeleted& event) const { return DeleteWebhook{at, event.webhook}; }
};

}  // namespace

bool is_webhook_event_allowed(const Webhooks& webhooks, const RecordedEvent& recorded) {
  const MadeOfWebhook command = std::visit(WebhookCommandOf{recorded.at}, recorded.event);
  if (!command) return false;
  const auto again = decide(webhooks, *command);
  return again && any_stream(*again) == std::vector<Event>{recorded.event};
}

}  // namespace countersign
