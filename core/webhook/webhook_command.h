#pragma once
#include <string>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/utc_time.h"
#include "core/webhook/webhook_event.h"

// The commands to the webhooks of a client. core/stream/command.h lists the parts of a command.
namespace countersign {

// The caller has held the URL of this and the next command against core/webhook/webhook_url.h and
// the addresses that the server may reach (http/wire/address_guard.h).
struct RegisterWebhook {
  UtcTime at;
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;
  bool asks_proof = false;
};

struct ChangeWebhook {
  UtcTime at;
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;
  bool asks_proof = false;  // of another address
};

struct RotateWebhookSecret {
  UtcTime at;
  WebhookId webhook;
  UtcTime old_until;
};

struct DisableWebhook {
  UtcTime at;
  WebhookId webhook;
  WebhookStop reason = WebhookStop::Requested;
};

struct EnableWebhook {
  UtcTime at;
  WebhookId webhook;
};

struct ReplayWebhook {
  UtcTime at;
  WebhookId webhook;
  Sequence after;
};

struct DeleteWebhook {
  UtcTime at;
  WebhookId webhook;
};

// The address has answered the challenge of this webhook.
struct ProveWebhook {
  UtcTime at;
  WebhookId webhook;
  std::string url;
};

struct TestWebhook {
  UtcTime at;
  WebhookId webhook;
};

using WebhookCommand = std::variant<RegisterWebhook,
                                    ChangeWebhook,
                                    RotateWebhookSecret,
                                    DisableWebhook,
                                    EnableWebhook,
                                    ReplayWebhook,
                                    DeleteWebhook,
                                    ProveWebhook,
                                    TestWebhook>;

}  // namespace countersign
