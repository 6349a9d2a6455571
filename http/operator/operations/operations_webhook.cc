#include "http/operator/operations/operations_webhook.h"

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "http/answers/webhook_json.h"
#include "http/backend/webhooks/webhook_change.h"
#include "http/operator/operation_list.h"

// Operations on the webhooks of clients.
namespace countersign::http {
namespace {

// A webhook with whose it is.
struct OwnedWebhook {
  ClientKey client;
  ShownWebhook shown;
};
struct OwnedWebhooks {
  std::vector<OwnedWebhook> webhooks;
};

}  // namespace

template <>
constexpr auto members_of<OwnedWebhook> =
    std::tuple_cat(members(Member{"clientKey", &OwnedWebhook::client}),
                   members_through(&OwnedWebhook::shown, members_of<ShownWebhook>));
template <>
constexpr auto members_of<OwnedWebhooks> = members(Member{"webhooks", &OwnedWebhooks::webhooks});

namespace {

WebhookSecrets secrets_of(const OperationContext& context) {
  return WebhookSecrets(context.data.keys().derive(kWebhookSecretLabel));
}

UtcTime time_in(const OperationContext& context) { return context.data.clock().now(); }

Result<Webhooks, Problem> webhooks_in(const OperationContext& context, const ClientKey& key) {
  const auto client = context.data.queries().client(key);
  if (!client) return problem_of(client.error());
  if (!*client) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
  }
  auto webhooks = context.data.queries().webhooks(key);
  if (!webhooks) return problem_of(webhooks.error());
  return *std::move(webhooks);
}

Result<Webhook, Problem> webhook_in(const OperationContext& context, const NamedWebhook& name) {
  const auto webhooks = webhooks_in(context, name.client);
  if (!webhooks) return webhooks.error();
  const Webhook* const webhook = find_webhook(*webhooks, name.webhook);
  if (webhook == nullptr) return problem_of(refused(Refusal::WebhookUnknown));
  return *webhook;
}

Result<ShownWebhook, Problem> shown_in(const OperationContext& context, const NamedWebhook& name) {
  const auto webhook = webhook_in(context, name);
  if (!webhook) return webhook.error();
  return shown_webhook(*webhook, secrets_of(context), context.webhooks);
}

std::optional<Problem> problem_of_url(const OperationContext& context, const std::string& url) {
  return problem_of_url(AddressGuard(context.settings.webhooks.allowed), url);
}

Result<WebhookWithSecret, Problem> add_webhook_for(const OperationContext& context,
                                                   const AddedWebhook& input) {
  if (auto problem = problem_of_url(context, input.wanted.url)) return *std::move(problem);
  const WebhookId id = random_webhook_id(context.random);
  const auto done =
      carry_out(context,
                webhooks_stream_of(input.client),
                WebhookCommand(RegisterWebhook{
                    time_in(context), id, input.wanted.url, input.wanted.types, true}));
  if (!done) return done.error();
  const auto webhook = webhook_in(context, {input.client, id});
  if (!webhook) return webhook.error();
  return webhook_with_secret(*webhook, secrets_of(context));
}

// Those of one client, or of all that ever had one.
Result<std::vector<Webhooks>, Problem> webhooks_listed(const OperationContext& context,
                                                       const WebhookOwner& input) {
  if (input.client) {
    auto of_client = webhooks_in(context, *input.client);
    if (!of_client) return of_client.error();
    of_client->client = *input.client;
    return std::vector<Webhooks>{*std::move(of_client)};
  }
  auto all = context.data.queries().all_webhooks();
  if (!all) return problem_of(all.error());
  return *std::move(all);
}

Result<OwnedWebhooks, Problem> list_webhooks_of(const OperationContext& context,
                                                const WebhookOwner& input) {
  const auto listed = webhooks_listed(context, input);
  if (!listed) return listed.error();
  const WebhookSecrets secrets = secrets_of(context);
  OwnedWebhooks owned;
  for (const Webhooks& of_client : *listed) {
    for (const Webhook& webhook : of_client.endpoints) {
      owned.webhooks.push_back(
          {of_client.client, shown_webhook(webhook, secrets, context.webhooks)});
    }
  }
  return owned;
}

Result<ShownWebhook, Problem> changed_to(const OperationContext& context,
                                         const NamedWebhook& name,
                                         const ChangedWebhook& wanted) {
  const auto webhook = webhook_in(context, name);
  if (!webhook) return webhook.error();
  for (WebhookCommand& command : commands_of(*webhook, wanted, time_in(context))) {
    const auto done = carry_out(context, webhooks_stream_of(name.client), std::move(command));
    if (!done) return done.error();
  }
  return shown_in(context, name);
}

Result<ShownWebhook, Problem> change_webhook_of(const OperationContext& context,
                                                const WebhookToChange& input) {
  if (input.wanted.url) {
    if (auto problem = problem_of_url(context, *input.wanted.url)) return *std::move(problem);
  }
  return changed_to(context, input.name, input.wanted);
}

Result<ShownWebhook, Problem> disable_webhook(const OperationContext& context,
                                              const NamedWebhook& input) {
  return changed_to(context, input, {.enabled = false});
}

Result<ShownWebhook, Problem> enable_webhook(const OperationContext& context,
                                             const NamedWebhook& input) {
  return changed_to(context, input, {.enabled = true});
}

Result<WebhookWithSecret, Problem> rotate_webhook_of(const OperationContext& context,
                                                     const WebhookToRotate& input) {
  const auto done =
      carry_out(context,
                webhooks_stream_of(input.name.client),
                WebhookCommand(rotation_of(input.name.webhook, input.wanted, time_in(context))));
  if (!done) return done.error();
  const auto webhook = webhook_in(context, input.name);
  if (!webhook) return webhook.error();
  return webhook_with_secret(*webhook, secrets_of(context));
}

Result<ShownWebhook, Problem> replay_webhook_of(const OperationContext& context,
                                                const WebhookToReplay& input) {
  auto replay =
      replay_of(input.name.webhook, input.wanted, context.data.queries().head(), time_in(context));
  if (!replay) return replay.error();
  const auto done =
      carry_out(context, webhooks_stream_of(input.name.client), WebhookCommand(*std::move(replay)));
  if (!done) return done.error();
  return shown_in(context, input.name);
}

// The webhook with whose it is, of any client.
Result<NamedWebhook, Problem> named_webhook(const OperationContext& context, const WebhookId& id) {
  const auto all = context.data.queries().all_webhooks();
  if (!all) return problem_of(all.error());
  for (const Webhooks& webhooks : *all) {
    if (find_webhook(webhooks, id) != nullptr) return NamedWebhook{webhooks.client, id};
  }
  return problem_of(refused(Refusal::WebhookUnknown));
}

Result<OwnedWebhook, Problem> test_webhook(const OperationContext& context,
                                           const WebhookToTest& input) {
  const auto name = named_webhook(context, input.webhook);
  if (!name) return name.error();
  const auto done = carry_out(context,
                              webhooks_stream_of(name->client),
                              WebhookCommand(TestWebhook{time_in(context), input.webhook}));
  if (!done) return done.error();
  auto shown = shown_in(context, *name);
  if (!shown) return shown.error();
  return OwnedWebhook{name->client, *std::move(shown)};
}

Result<DeletedWebhook, Problem> remove_webhook(const OperationContext& context,
                                               const NamedWebhook& input) {
  const auto done = carry_out(context,
                              webhooks_stream_of(input.client),
                              WebhookCommand(DeleteWebhook{time_in(context), input.webhook}));
  if (!done) return done.error();
  return DeletedWebhook{input.webhook};
}

constexpr Operation kWebhookOperations[] = {
    operation<add_webhook_for>("webhook add", "Register a webhook and show its secret."),
    operation<list_webhooks_of>("webhook list", "List the webhooks of a client, or of all.", false),
    operation<shown_in>("webhook show", "Show one webhook.", false),
    operation<change_webhook_of>("webhook change", "Change a webhook's address or types."),
    operation<rotate_webhook_of>("webhook rotate", "Give a webhook a new secret."),
    operation<replay_webhook_of>("webhook replay", "Deliver a client's events again."),
    operation<test_webhook>("webhook test", "Send a webhook one event that is marked as a test."),
    operation<disable_webhook>("webhook disable", "Stop delivering to a webhook."),
    operation<enable_webhook>("webhook enable", "Deliver to a webhook again."),
    operation<remove_webhook>("webhook remove", "Remove a webhook."),
};

}  // namespace

std::span<const Operation> webhook_operations() { return kWebhookOperations; }

}  // namespace countersign::http
