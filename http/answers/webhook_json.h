#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/webhook/webhook_url.h"
#include "core/webhook/webhooks.h"
#include "http/json/members.h"
#include "http/json/schema_of.h"
#include "http/webhooks/delivery/delivery_states.h"
#include "http/webhooks/webhook_secrets.h"

// The bodies and the answers of the calls that manage webhooks.
namespace countersign::http {

class WebhookSender;

struct NewWebhook {
  std::string url;
  std::vector<WebhookType> types{};
};
template <>
inline constexpr auto members_of<NewWebhook> =
    members(Member{"url",
                   &NewWebhook::url,
                   "Where events are sent: https, without a user and a fragment.",
                   {.max_length = kWebhookUrlMax}},
            Member{"types",
                   &NewWebhook::types,
                   "The types that are sent; without any all, those to come included.",
                   {.left_out = true}});

struct ChangedWebhook {
  std::optional<std::string> url{};
  std::optional<std::vector<WebhookType>> types{};
  std::optional<bool> enabled{};
};
template <>
inline constexpr auto members_of<ChangedWebhook> = members(
    Member{"url", &ChangedWebhook::url, {}, {.left_out = true, .max_length = kWebhookUrlMax}},
    Member{"types", &ChangedWebhook::types, "An empty list is all types.", {.left_out = true}},
    Member{"enabled",
           &ChangedWebhook::enabled,
           "False: nothing is sent. True: what was not sent since then is.",
           {.left_out = true}});

struct WebhookReplay {
  Sequence after;
};
template <>
inline constexpr auto members_of<WebhookReplay> = members(Member{
    "after",
    &WebhookReplay::after,
    "Every event after this one of the log is sent again, with the same id."});

struct WebhookRotation {
  bool revoke_old = false;
};
template <>
inline constexpr auto members_of<WebhookRotation> = members(Member{
    "revokeOld",
    &WebhookRotation::revoke_old,
    "Whether the secret before stops signing at once, instead of after 24 hours.",
    {.left_out = true}});

// A webhook as its owner may see it. The reason of a failed delivery is left out: it would make the
// server a scanner of its own network.
struct ShownWebhook {
  Webhook webhook;
  std::string public_key;
  DeliveryState state{};
  static Schema schema();
};
struct ShownWebhooks {
  std::vector<ShownWebhook> webhooks;
};
// The only answers with a secret: of the registration and of a rotation.
struct WebhookWithSecret {
  Webhook webhook;
  std::string public_key;
  std::string secret;
  static Schema schema();
};
struct DeletedWebhook {
  WebhookId id;
};

template <>
inline constexpr auto members_of<DeliveryState> =
    members(Member{"failing", &DeliveryState::is_failing, "Whether the last attempt failed."},
            Member{"outstanding",
                   &DeliveryState::outstanding,
                   "Events that wait for their delivery, 256 at most; more follow when there is "
                   "room."},
            Member{"oldest", &DeliveryState::oldest, "The time of the oldest of them."});

namespace detail {
inline constexpr auto kWebhookMembers =
    members(Member{"id", &Webhook::id},
            Member{"url", &Webhook::url},
            Member{"types", &Webhook::types, "Those that are sent; none: all."},
            Member{"state",
                   [](const Webhook& webhook) { return state_of(webhook); },
                   "Nothing but challenges is sent until the address has answered one, which makes "
                   "the webhook active."});
inline constexpr std::string_view kPublicKeyMeaning =
    "Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64.";
}  // namespace detail

template <>
inline constexpr auto members_of<ShownWebhook> = std::tuple_cat(
    members_through(&ShownWebhook::webhook,
                    std::tuple_cat(
                        detail::kWebhookMembers,
                        members(Member{"enabled",
                                       [](const Webhook& webhook) {
                                         return !webhook.stopped.has_value();
                                       }},
                                Member{"disabledReason", &Webhook::stopped},
                                Member{"createdAt", &Webhook::created_at},
                                Member{
                                    "oldSecretUntil",
                                    [](const Webhook& webhook) {
                                      return webhook.generation > 1
                                                 ? std::optional(webhook.old_until)
                                                 : std::nullopt;
                                    },
                                    "Until then the secret before the last rotation "
                                    "signs too."}))),
    members(Member{"publicKey", &ShownWebhook::public_key, detail::kPublicKeyMeaning},
            Member{"deliveries", &ShownWebhook::state}));
template <>
inline constexpr auto members_of<ShownWebhooks> = members(Member{"webhooks",
                                                                 &ShownWebhooks::webhooks});
template <>
inline constexpr auto members_of<WebhookWithSecret> = std::tuple_cat(
    members_through(&WebhookWithSecret::webhook, detail::kWebhookMembers),
    members(Member{"secret",
                   &WebhookWithSecret::secret,
                   "Verifies the signatures `v1`. No later answer has it."},
            Member{"publicKey", &WebhookWithSecret::public_key, detail::kPublicKeyMeaning}));
template <>
inline constexpr auto members_of<DeletedWebhook> = members(Member{"id", &DeletedWebhook::id});

// `sender` may be null: then nothing is delivered.
ShownWebhook shown_webhook(const Webhook& webhook,
                           const WebhookSecrets& secrets,
                           const WebhookSender* sender);
WebhookWithSecret webhook_with_secret(const Webhook& webhook, const WebhookSecrets& secrets);

// The answer to a registration, of its event alone, so that it can be given again.
std::string registered_webhook_json(const WebhookRegistered& event, const WebhookSecrets& secrets);

Schema new_webhook_schema();
Schema changed_webhook_schema();
Schema webhook_replay_schema();
Schema webhook_rotation_schema();
Schema shown_webhook_schema();
Schema shown_webhooks_schema();
Schema webhook_with_secret_schema();
Schema deleted_webhook_schema();

}  // namespace countersign::http
