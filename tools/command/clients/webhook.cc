#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/text/json_writer.h"
#include "core/webhook/webhook_type.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

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

JsonWriter begin_input(const WebhookOptions& options) {
  JsonWriter json;
  json.begin_object();
  if (!options.client.empty()) json.member("clientKey", options.client);
  if (!options.webhook.empty()) json.member("webhook", options.webhook);
  return json;
}

void write_what_is_sent(JsonWriter& json, const WebhookOptions& options) {
  if (!options.url.empty()) json.member("url", options.url);
  if (options.types.empty() && !options.all_types) return;
  json.key("types").begin_array();
  for (const WebhookType type : options.types) json.text(countersign::name_of(type));
  json.end_array();
}

void add_add(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "add", "register a webhook and show its secret, which nothing can show again");
  const auto options = add_client(command);
  command.add_option("URL", options->url, "https address that is sent the events")->required();
  add_names(command, "--types", options->types, "types that are sent [all]");
  on_typed(command, typed, [options](Operator& op) {
    JsonWriter json = begin_input(*options);
    write_what_is_sent(json, *options);
    return op.run_for_secret("webhook add", json.end_object().take());
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
    JsonWriter json = begin_input(*options);
    write_what_is_sent(json, *options);
    return op.run("webhook change", json.end_object().take());
  });
}

void add_rotate(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "rotate", "give a webhook a new secret; for 24 hours the old one signs too");
  const auto options = add_webhook(command);
  command.add_flag("--revoke-old", options->revoke_old, "stop signing with the old one at once");
  on_typed(command, typed, [options](Operator& op) {
    JsonWriter json = begin_input(*options);
    json.member("revokeOld", options->revoke_old);
    return op.run_for_secret("webhook rotate", json.end_object().take());
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
    JsonWriter json = begin_input(*options);
    json.member("after", options->after);
    return op.run("webhook replay", json.end_object().take());
  });
}

// A command whose only argument is the webhook.
void add_plain(CLI::App& group, CommandRun& typed, const char* name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto options = add_webhook(command);
  on_typed(command, typed, [options, operation = "webhook " + std::string(name)](Operator& op) {
    return op.run(operation, begin_input(*options).end_object().take());
  });
}

// Webhooks have ids that no two clients share, so the owner need not be typed.
void add_test(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "test", "send a webhook one event that is marked as a test");
  const auto options = std::make_shared<WebhookOptions>();
  command.add_option("WEBHOOK", options->webhook, "id of the webhook (whep_...)")->required();
  on_typed(command, typed, [options](Operator& op) {
    return op.run("webhook test", begin_input(*options).end_object().take());
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
    return op.run("webhook list", begin_input(*options).end_object().take());
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
