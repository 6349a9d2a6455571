#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/utc_time.h"
#include "core/webhook/webhook_command.h"
#include "core/webhook/webhook_event.h"

namespace countersign {

inline constexpr std::size_t kWebhooksMax = 8;  // of a client
// How long the secret before signs too, unless the caller says otherwise.
inline constexpr std::chrono::hours kOldWebhookSecretSigns{24};

// One endpoint of a client.
struct Webhook {
  WebhookId id;
  std::string url;
  std::vector<WebhookType> types;  // none: all
  std::uint32_t generation = 1;    // of the secret
  UtcTime old_until;               // until then the secret of the generation before signs too
  std::optional<WebhookStop> stopped;
  bool is_proven = true;  // the address has answered its challenge, or was never asked to
  UtcTime created_at;
  // The deliveries begin behind this event of the log: the registration, or where a replay put
  // them.
  Sequence after;
  Sequence placed_by;   // the event that said so
  Sequence resumed_by;  // the event that last began or resumed the deliveries
  bool operator==(const Webhook&) const = default;
};
template <>
inline constexpr auto fields_of<Webhook> = fields(Field{"id", &Webhook::id},
                                                  Field{"url", &Webhook::url},
                                                  Field{"types", &Webhook::types},
                                                  Field{"generation", &Webhook::generation},
                                                  Field{"oldUntil", &Webhook::old_until},
                                                  Field{"stopped", &Webhook::stopped},
                                                  Field{"proven", &Webhook::is_proven},
                                                  Field{"createdAt", &Webhook::created_at},
                                                  Field{"after", &Webhook::after},
                                                  Field{"placedBy", &Webhook::placed_by},
                                                  Field{"resumedBy", &Webhook::resumed_by});
static_assert(record_is_sound<Webhook>);

enum class WebhookState : std::uint8_t {
  Pending,   // the address has yet to answer its challenge
  Active,    // events are sent
  Disabled,  // see Webhook::stopped
};
template <>
inline constexpr auto enum_names<WebhookState> = std::to_array<Named<WebhookState>>({
    {WebhookState::Pending, "PENDING"},
    {WebhookState::Active, "ACTIVE"},
    {WebhookState::Disabled, "DISABLED"},
});
inline WebhookState state_of(const Webhook& webhook) {
  if (webhook.stopped) return WebhookState::Disabled;
  return webhook.is_proven ? WebhookState::Active : WebhookState::Pending;
}

// The endpoints of one client: the fold of the stream `webhooks-<client key>`. A value type.
struct Webhooks {
  ClientKey client;
  std::vector<Webhook> endpoints;   // in the order of their registration, without deleted ones
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of the last event of the stream
  Sha256 last_leaf;                 // leaf hash of the last event of the stream
  bool operator==(const Webhooks&) const = default;
};
template <>
inline constexpr auto fields_of<Webhooks> = fields(Field{"client", &Webhooks::client},
                                                   Field{"endpoints", &Webhooks::endpoints},
                                                   Field{"version", &Webhooks::version},
                                                   Field{"lastSequence", &Webhooks::last_sequence},
                                                   Field{"lastLeaf", &Webhooks::last_leaf});
static_assert(record_is_sound<Webhooks>);

// The endpoint with this id; null if the client has none.
const Webhook* find_webhook(const Webhooks& webhooks, const WebhookId& id);

// Returns whether events of the type are delivered to the webhook.
inline bool wants(const Webhook& webhook, WebhookType type) {
  return webhook.types.empty() ||
         std::find(webhook.types.begin(), webhook.types.end(), type) != webhook.types.end();
}

// Pure. Refuses with WebhookUnknown, TooManyWebhooks and NothingToDo. Whether the client may still
// register is for the caller.
Decision<WebhookEvent> decide(const Webhooks& webhooks, const WebhookCommand& command);

// Pure and total.
void evolve(Webhooks& webhooks, EventRef<WebhookEvent> event, const EventPlace& place);

}  // namespace countersign
