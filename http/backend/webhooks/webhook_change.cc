#include "http/backend/webhooks/webhook_change.h"

#include <array>

#include "core/text/base64url.h"

namespace countersign::http {

WebhookId random_webhook_id(RandomSource& random) {
  std::array<std::uint8_t, 16> bytes{};
  random.fill(bytes);
  return WebhookId("whep_" + to_base64url(ByteView(bytes)));
}

std::optional<Problem> problem_of_url(const AddressGuard& guard, std::string_view url) {
  const auto fault = guard.fault_of(url);
  if (!fault) return std::nullopt;
  return Problem{.code = fault->is_forbidden ? ProblemCode::WebhookForbiddenAddress
                                             : ProblemCode::InvalidParameter,
                 .detail = "The URL " + fault->why + ".",
                 .field = "url"};
}

std::vector<WebhookCommand> commands_of(const Webhook& webhook,
                                        const ChangedWebhook& wanted,
                                        UtcTime now) {
  std::vector<WebhookCommand> commands;
  ChangeWebhook change{now,
                       webhook.id,
                       wanted.url.value_or(webhook.url),
                       wanted.types.value_or(webhook.types),
                       true};
  if (change.url != webhook.url || change.types != webhook.types) {
    commands.emplace_back(std::move(change));
  }
  if (wanted.enabled && *wanted.enabled == webhook.stopped.has_value()) {
    if (*wanted.enabled) {
      commands.emplace_back(EnableWebhook{now, webhook.id});
    } else {
      commands.emplace_back(DisableWebhook{now, webhook.id, WebhookStop::Requested});
    }
  }
  return commands;
}

bool begins_challenges(const Webhook& webhook, const ChangedWebhook& wanted) {
  const bool moves = wanted.url && *wanted.url != webhook.url;
  return moves || (wanted.enabled.value_or(false) && webhook.stopped && !webhook.is_proven);
}

RotateWebhookSecret rotation_of(const WebhookId& webhook,
                                const WebhookRotation& wanted,
                                UtcTime now) {
  return {now, webhook, wanted.revoke_old ? now : now + Duration(kOldWebhookSecretSigns)};
}

Result<ReplayWebhook, Problem> replay_of(const WebhookId& webhook,
                                         const WebhookReplay& wanted,
                                         Sequence head,
                                         UtcTime now) {
  if (wanted.after > head) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The log has no such event yet.",
                   .field = "after"};
  }
  return ReplayWebhook{now, webhook, wanted.after};
}

}  // namespace countersign::http
