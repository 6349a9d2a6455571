#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "core/webhook/webhook_type.h"

// The events of the stream of a client's webhooks. core/stream/event.h says how an event changes.
// No event has a secret: secrets follow from the id and the generation, see
// http/webhooks/webhook_secrets.h.
namespace countersign {

// The reason why an endpoint gets no more deliveries.
enum class WebhookStop : std::uint8_t {
  Requested,  // by the client or an operator
  Exhausted,  // an event could not be delivered in all its attempts
  Gone,       // the receiver answered 410
  Unproven,   // the address did not answer the challenge
};
template <>
inline constexpr auto enum_names<WebhookStop> = std::to_array<Named<WebhookStop>>({
    {WebhookStop::Requested, "REQUESTED"},
    {WebhookStop::Exhausted, "EXHAUSTED"},
    {WebhookStop::Gone, "GONE"},
    {WebhookStop::Unproven, "UNPROVEN"},
});

struct WebhookRegistered {
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;  // none: all, those to come included
  bool asks_proof = false;         // whether the address has to answer a challenge first
  bool operator==(const WebhookRegistered&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookRegistered> =
    fields(Field{"webhook", &WebhookRegistered::webhook},
           Field{"url", &WebhookRegistered::url},
           Field{"types", &WebhookRegistered::types},
           Field{"asksProof", &WebhookRegistered::asks_proof});
template <>
inline constexpr EventType event_type<WebhookRegistered> = {
    50, 2, "WebhookRegistered", "An address is told the client's events from here on."};

struct WebhookChanged {
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;
  bool asks_proof = false;  // whether the new address has to answer a challenge first
  bool operator==(const WebhookChanged&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookChanged> = fields(Field{"webhook", &WebhookChanged::webhook},
                                                         Field{"url", &WebhookChanged::url},
                                                         Field{"types", &WebhookChanged::types},
                                                         Field{"asksProof",
                                                               &WebhookChanged::asks_proof});
template <>
inline constexpr EventType event_type<WebhookChanged> = {
    51, 2, "WebhookChanged", "A webhook got another address or other types."};

struct WebhookSecretRotated {
  WebhookId webhook;
  std::uint32_t generation = 0;  // of the new secret; the first is 1
  UtcTime old_until;             // until then the secret before signs too
  bool operator==(const WebhookSecretRotated&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookSecretRotated> =
    fields(Field{"webhook", &WebhookSecretRotated::webhook},
           Field{"generation", &WebhookSecretRotated::generation},
           Field{"oldUntil", &WebhookSecretRotated::old_until});
template <>
inline constexpr EventType event_type<WebhookSecretRotated> = {
    52, 1, "WebhookSecretRotated", "A webhook got a new secret; for a while both sign."};

struct WebhookDisabled {
  WebhookId webhook;
  WebhookStop reason = WebhookStop::Requested;
  bool operator==(const WebhookDisabled&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookDisabled> =
    fields(Field{"webhook", &WebhookDisabled::webhook}, Field{"reason", &WebhookDisabled::reason});
template <>
inline constexpr EventType event_type<WebhookDisabled> = {
    53, 1, "WebhookDisabled", "A webhook is told nothing until it is enabled again."};

struct WebhookEnabled {
  WebhookId webhook;
  bool operator==(const WebhookEnabled&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookEnabled> = fields(Field{"webhook",
                                                               &WebhookEnabled::webhook});
template <>
inline constexpr EventType event_type<WebhookEnabled> = {
    54, 1, "WebhookEnabled", "A webhook is told again, from where it was stopped."};

struct WebhookReplayed {
  WebhookId webhook;
  Sequence after;
  bool operator==(const WebhookReplayed&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookReplayed> =
    fields(Field{"webhook", &WebhookReplayed::webhook}, Field{"after", &WebhookReplayed::after});
template <>
inline constexpr EventType event_type<WebhookReplayed> = {
    55, 1, "WebhookReplayed", "A webhook is told everything after an event of the log again."};

struct WebhookDeleted {
  WebhookId webhook;
  bool operator==(const WebhookDeleted&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookDeleted> = fields(Field{"webhook",
                                                               &WebhookDeleted::webhook});
template <>
inline constexpr EventType event_type<WebhookDeleted> = {
    56, 1, "WebhookDeleted", "A webhook was removed, and its secrets with it."};

struct WebhookProven {
  WebhookId webhook;
  std::string url;  // that answered
  bool operator==(const WebhookProven&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookProven> = fields(Field{"webhook", &WebhookProven::webhook},
                                                        Field{"url", &WebhookProven::url});
template <>
inline constexpr EventType event_type<WebhookProven> = {
    57, 1, "WebhookProven", "A webhook's address answered the challenge, so it wants the events."};

struct WebhookTested {
  WebhookId webhook;
  bool operator==(const WebhookTested&) const = default;
};
template <>
inline constexpr auto fields_of<WebhookTested> = fields(Field{"webhook", &WebhookTested::webhook});
template <>
inline constexpr EventType event_type<WebhookTested> = {
    61, 1, "WebhookTested", "A webhook is sent one event that is marked as a test."};

using WebhookEvent = std::variant<WebhookRegistered,
                                  WebhookChanged,
                                  WebhookSecretRotated,
                                  WebhookDisabled,
                                  WebhookEnabled,
                                  WebhookReplayed,
                                  WebhookDeleted,
                                  WebhookProven,
                                  WebhookTested>;
static_assert(events_are_sound<WebhookEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
