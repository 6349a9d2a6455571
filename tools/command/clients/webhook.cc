#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/webhook/webhook_type.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_webhook.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

using http::given;
using http::only_if;
using http::unless_empty;

// The arguments of the commands. An option that was not given is not sent.
struct WebhookOptions {
  std::string client;
  std::string webhook;
  std::string url;
  std::vector<WebhookType> types;
  bool all_types = false;
  bool revoke_old = false;
  std::uint64_t after = 0;
};
using Options = std::shared_ptr<WebhookOptions>;

Options add_client(CLI::App& command) {
  auto options = std::make_shared<WebhookOptions>();
  command.add_option("CLIENT", options->client, "client key (svck_...)")->required();
  return options;
}

Options add_webhook(CLI::App& command) {
  auto options = add_client(command);
  command.add_option("WEBHOOK", options->webhook, "id of the webhook (whep_...)")->required();
  return options;
}

// Returns the input that names a webhook with whose it is, and has `members` too.
template <class Input, class... Members>
std::string webhook_input(const WebhookOptions& options, const Members&... members) {
  return http::input_of<Input>(given<"clientKey">(unless_empty(options.client)),
                               given<"webhook">(unless_empty(options.webhook)),
                               members...);
}

auto types_of(const WebhookOptions& options) {
  return given<"types">(only_if(!options.types.empty() || options.all_types, options.types));
}

void add_add(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "add", "register a webhook and show its secret, which nothing can show again");
  const auto options = add_client(command);
  command.add_option("URL", options->url, "https address that is sent the events")->required();
  add_names(command, "--types", options->types, "types that are sent [all]");
  on_typed(command, typed, [options](Operator& op) {
    return op.run_for_secret(
        "webhook add",
        http::input_of<http::AddedWebhook>(given<"clientKey">(unless_empty(options->client)),
                                           given<"url">(unless_empty(options->url)),
                                           types_of(*options)));
  });
}

void add_change(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "change", "change a webhook's address or types");
  const auto options = add_webhook(command);
  command.add_option("--url", options->url, "https address that is sent the events");
  CLI::Option* const types = add_names(command, "--types", options->types, "types that are sent");
  command.add_flag("--all-types", options->all_types, "send all types; not with --types")
      ->excludes(types);
  on_typed(command, typed, [options](Operator& op) {
    return op.run("webhook change",
                  webhook_input<http::WebhookToChange>(
                      *options, given<"url">(unless_empty(options->url)), types_of(*options)));
  });
}

void add_rotate(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "rotate", "give a webhook a new secret; for 24 hours the old one signs too");
  const auto options = add_webhook(command);
  command.add_flag("--revoke-old", options->revoke_old, "stop signing with the old one at once");
  on_typed(command, typed, [options](Operator& op) {
    return op.run_for_secret(
        "webhook rotate",
        webhook_input<http::WebhookToRotate>(*options, given<"revokeOld">(options->revoke_old)));
  });
}

void add_replay(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "replay", "deliver every event after one of the log again");
  const auto options = add_webhook(command);
  add_count(command,
            "--after",
            options->after,
            0,
            1ull << 53,
            "sequence of the last event that is not sent again")
      ->required()
      ->default_str("");
  on_typed(command, typed, [options](Operator& op) {
    return op.run("webhook replay",
                  webhook_input<http::WebhookToReplay>(*options, given<"after">(options->after)));
  });
}

// A command whose only argument is the webhook.
void add_plain(CLI::App& group, CommandRun& typed, const char* name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto options = add_webhook(command);
  on_typed(command, typed, [options, operation = "webhook " + std::string(name)](Operator& op) {
    return op.run(operation, webhook_input<http::NamedWebhook>(*options));
  });
}

// Webhooks have ids that no two clients share, so the owner need not be typed.
void add_test(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "test", "send a webhook one event that is marked as a test");
  const auto options = std::make_shared<WebhookOptions>();
  command.add_option("WEBHOOK", options->webhook, "id of the webhook (whep_...)")->required();
  on_typed(command, typed, [options](Operator& op) {
    return op.run(
        "webhook test",
        http::input_of<http::WebhookToTest>(given<"webhook">(unless_empty(options->webhook))));
  });
}

}  // namespace

void add_webhook_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group =
      add_group(app, "webhook", "manage the addresses that are sent a client's events");
  add_add(group, typed);
  CLI::App& list = add_command(group, "list", "list the webhooks of a client, or of all");
  const auto options = std::make_shared<WebhookOptions>();
  list.add_option("CLIENT", options->client, "client key (svck_...) [all clients]");
  on_typed(list, typed, [options](Operator& op) {
    return op.run(
        "webhook list",
        http::input_of<http::WebhookOwner>(given<"clientKey">(unless_empty(options->client))));
  });
  add_plain(group, typed, "show", "show one webhook, and how its deliveries are going");
  add_change(group, typed);
  add_rotate(group, typed);
  add_replay(group, typed);
  add_test(group, typed);
  add_plain(group, typed, "disable", "deliver nothing until the webhook is enabled again");
  add_plain(group, typed, "enable", "deliver again, from where the webhook was disabled");
  add_plain(group, typed, "remove", "remove a webhook and its secret");
}

}  // namespace countersign
