#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/client_policy.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "core/webhook/webhooks.h"
#include "http/answers/webhook_json.h"
#include "http/call/problem.h"
#include "http/wire/address_guard.h"

// The way from a body to commands, which the calls and the operators' commands share.
namespace countersign::http {

// A new id: `whep_` and 128 random bits in base64url.
WebhookId random_webhook_id(RandomSource& random);

// The problem of a URL; SVC_WEBHOOK_FORBIDDEN_ADDRESS if the server does not deliver to it.
std::optional<Problem> problem_of_url(const AddressGuard& guard, std::string_view url);

// How often clients may have challenges sent to addresses: each registration and each change of an
// address begins up to EndpointProof::kAttempts of them.
inline constexpr Rate kChallengeRate{60, 3'600'000};
// How often a client may have one webhook's events sent again.
inline constexpr Rate kReplayRate{30, 3'600'000};

// The commands that make the webhook as wanted: none if it is so already.
std::vector<WebhookCommand> commands_of(const Webhook& webhook,
                                        const ChangedWebhook& wanted,
                                        UtcTime now);

// Returns whether challenges are sent after this change.
bool begins_challenges(const Webhook& webhook, const ChangedWebhook& wanted);

RotateWebhookSecret rotation_of(const WebhookId& webhook,
                                const WebhookRotation& wanted,
                                UtcTime now);

// An event that is not in the log yet is refused.
Result<ReplayWebhook, Problem> replay_of(const WebhookId& webhook,
                                         const WebhookReplay& wanted,
                                         Sequence head,
                                         UtcTime now);

}  // namespace countersign::http
