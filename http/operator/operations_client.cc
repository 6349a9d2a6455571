// Operations on clients: who may call, with which credentials, and how often.
#include <array>
#include <utility>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"
#include "http/service/credential_hash.h"

namespace countersign::http {
namespace {

constexpr std::string_view kKeyPrefix = "svck_";
constexpr std::string_view kSecretPrefix = "svcs_";
// The lifetime of a token: a minute to a day.
constexpr std::uint64_t kTokenTtlMinMs = 60'000;
constexpr std::uint64_t kTokenTtlMaxMs = 86'400'000;
constexpr std::uint64_t kRetentionMaxMs = 100ull * 366 * 86'400'000;  // a hundred years

template <std::size_t Bytes>
std::string random_text(std::string_view prefix, RandomSource& random) {
  std::array<std::uint8_t, Bytes> bytes{};
  random.fill(bytes);
  return std::string(prefix) + to_base64url(ByteView(bytes));
}

std::vector<Purpose> every_purpose() {
  std::vector<Purpose> all;
  for (const auto& entry : enum_names<Purpose>) all.push_back(entry.value);
  return all;
}

// Copies the members that are present in the input; null removes a limit.
void read_policy(OperationInput& in, ClientPolicy& policy) {
  if (auto purposes = in.purposes("purposes")) policy.purposes = *std::move(purposes);
  if (in.has("quota")) policy.quota = in.number("quota");
  if (in.has("tokenTtlMs")) policy.token_ttl_ms = in.number("tokenTtlMs", kTokenTtlMaxMs);
  if (in.has("retentionMs")) policy.retention_ms = in.number("retentionMs", kRetentionMaxMs);
  if (in.has("retentionUnfinishedMs")) {
    policy.retention_unfinished_ms = in.number("retentionUnfinishedMs", kRetentionMaxMs);
  }
  if (in.has("createRate")) policy.create_rate = in.rate("createRate");
  if (in.has("readRate")) policy.read_rate = in.rate("readRate");
  if (in.has("bundleRate")) policy.bundle_rate = in.rate("bundleRate");
  if (const auto auditor = in.choice("auditor")) policy.auditor = *auditor;
  if (in.has("thresholds")) {
    policy.thresholds = in.thresholds("thresholds").value_or(std::vector<ThresholdOverride>());
  }
  if (const auto values = in.choice("mrzValues")) policy.mrz_values = *values;
}

std::optional<Problem> refusal_of(const ClientPolicy& policy) {
  if (policy.token_ttl_ms && *policy.token_ttl_ms < kTokenTtlMinMs) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be a number of milliseconds from 60000 to 86400000.",
                   .field = "tokenTtlMs"};
  }
  return std::nullopt;
}

Problem sandbox_is_for_ever() {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "A client is a sandbox or real for ever; add another client.",
          .field = "sandbox"};
}

void rate_member(JsonWriter& json, std::string_view name, const std::optional<Rate>& rate) {
  json.key(name);
  if (!rate) {
    json.null();
    return;
  }
  json.begin_object().member("count", rate->count).member("perMs", rate->per_ms).end_object();
}

void client_members(JsonWriter& json, const Client& client, std::uint64_t opened) {
  json.member("name", client.name)
      .member("disabled", client.disabled)
      .member("sandbox", client.sandbox)
      .key("purposes");
  json.begin_array();
  for (const Purpose purpose : client.policy.purposes) json.text(name_of(purpose));
  json.end_array()
      .member("quota", client.policy.quota)
      .member("tokenTtlMs", client.policy.token_ttl_ms)
      .member("retentionMs", client.policy.retention_ms)
      .member("retentionUnfinishedMs", client.policy.retention_unfinished_ms);
  rate_member(json, "createRate", client.policy.create_rate);
  rate_member(json, "readRate", client.policy.read_rate);
  rate_member(json, "bundleRate", client.policy.bundle_rate);
  json.key("thresholds").begin_array();
  for (const ThresholdOverride& threshold : client.policy.thresholds) json.text(to_text(threshold));
  json.end_array();
  json.member("auditor", client.policy.auditor)
      .member("mrzValues", client.policy.mrz_values)
      .member("createdAt", client.created_at)
      .member("openedThisMonth", opened)
      .key("secrets")
      .begin_array();
  for (const ActiveSecret& secret : client.secrets) {
    json.begin_object()
        .member("secretId", secret.secret_id)
        .member("addedAt", secret.added_at)
        .end_object();
  }
  json.end_array();
}

Result<Client, Problem> load(const OperationContext& context, const ClientKey& key) {
  const auto client = context.data.queries().client(key);
  if (!client) return problem_of(client.error());
  if (!*client)
    return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
  return **client;
}

// Begins the client's object. The caller may add members and must end the object.
std::optional<Problem> begin_client(const OperationContext& context,
                                    const Client& client,
                                    JsonWriter& json) {
  const auto opened =
      context.data.queries().sessions_opened(client.key, month_of(context.data.clock().now()));
  if (!opened) return problem_of(opened.error());
  json.begin_object().member("clientKey", client.key.value());
  client_members(json, client, *opened);
  return std::nullopt;
}

OperationResult client_json(const OperationContext& context, const ClientKey& key) {
  const auto client = load(context, key);
  if (!client) return client.error();
  JsonWriter json;
  if (const auto problem = begin_client(context, *client, json)) return *problem;
  return json.end_object().take();
}

// The only answer that contains a secret.
OperationResult client_with_secret(const OperationContext& context,
                                   const ClientKey& key,
                                   std::string_view secret) {
  const auto client = load(context, key);
  if (!client) return client.error();
  JsonWriter json;
  if (const auto problem = begin_client(context, *client, json)) return *problem;
  return json.member("secretId", client->last_secret_id)
      .member("clientSecret", secret)
      .end_object()
      .take();
}

OperationResult carried_out(const OperationContext& context,
                            const ClientKey& key,
                            ClientCommand command) {
  const auto done = carry_out(context, stream_of(key), std::move(command));
  if (!done) return done.error();
  return client_json(context, key);
}

// The client, unless it is unknown or disabled.
Result<Client, Problem> load_enabled(const OperationContext& context, const ClientKey& key) {
  auto client = load(context, key);
  if (!client || !client->disabled) return client;
  return Problem{.code = ProblemCode::Conflict,
                 .detail = "The client is disabled, which cannot be undone; add another one."};
}

UtcTime now(const OperationContext& context) { return context.data.clock().now(); }

}  // namespace

OperationResult add_client(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  RegisterClient command;
  command.at = now(context);
  command.name = in.required_text("name");
  command.policy.purposes = every_purpose();
  command.sandbox = in.flag("sandbox");
  read_policy(in, command.policy);
  if (const auto problem = in.problem()) return *problem;
  if (const auto problem = refusal_of(command.policy)) return *problem;

  const ClientKey key(random_text<16>(kKeyPrefix, context.random));
  const std::string secret = random_text<32>(kSecretPrefix, context.random);
  command.secret = hash_of_secret(secret);
  const auto done = carry_out(context, stream_of(key), ClientCommand(std::move(command)));
  if (!done) return done.error();
  return client_with_secret(context, key, secret);
}

OperationResult list_clients(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  if (const auto problem = in.problem()) return *problem;
  const auto clients = context.data.queries().clients();
  if (!clients) return problem_of(clients.error());
  JsonWriter json;
  json.begin_object().key("clients").begin_array();
  for (const Client& client : *clients) {
    if (const auto problem = begin_client(context, client, json)) return *problem;
    json.end_object();
  }
  return json.end_array().end_object().take();
}

OperationResult show_client(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const ClientKey key = in.required_client("clientKey");
  if (const auto problem = in.problem()) return *problem;
  return client_json(context, key);
}

OperationResult change_client(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const ClientKey key = in.required_client("clientKey");
  const std::optional<std::string> name = in.text("name");
  if (in.has("sandbox")) return sandbox_is_for_ever();
  ClientPolicy asked;
  read_policy(in, asked);
  if (const auto problem = in.problem()) return *problem;

  const auto client = load_enabled(context, key);
  if (!client) return client.error();
  ChangeClient command{
      .at = now(context), .name = name.value_or(client->name), .policy = client->policy};
  OperationInput again(input);
  read_policy(again, command.policy);
  if (const auto problem = refusal_of(command.policy)) return *problem;
  return carried_out(context, key, std::move(command));
}

OperationResult rotate_client(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const ClientKey key = in.required_client("clientKey");
  const bool revoke_old = in.flag("revokeOld");
  if (const auto problem = in.problem()) return *problem;

  const auto before = load_enabled(context, key);
  if (!before) return before.error();
  const std::string secret = random_text<32>(kSecretPrefix, context.random);
  const AddSecret add{.at = now(context), .secret = hash_of_secret(secret)};
  const auto added = carry_out(context, stream_of(key), ClientCommand(add));
  if (!added) return added.error();
  if (revoke_old) {
    for (const ActiveSecret& old : before->secrets) {
      const RevokeSecret revoke{.at = now(context), .secret_id = old.secret_id};
      const auto revoked = carry_out(context, stream_of(key), ClientCommand(revoke));
      if (!revoked) return revoked.error();
    }
  }
  return client_with_secret(context, key, secret);
}

OperationResult revoke_secret(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const ClientKey key = in.required_client("clientKey");
  const std::uint64_t secret_id = in.required_number("secretId");
  if (const auto problem = in.problem()) return *problem;
  const auto client = load_enabled(context, key);
  if (!client) return client.error();
  const bool is_known = std::ranges::any_of(
      client->secrets, [&](const ActiveSecret& each) { return each.secret_id == secret_id; });
  if (!is_known) {
    return Problem{.code = ProblemCode::NotFound,
                   .detail = "The client has no active secret of that number."};
  }
  return carried_out(
      context,
      key,
      RevokeSecret{.at = now(context), .secret_id = static_cast<std::uint32_t>(secret_id)});
}

OperationResult disable_client(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const ClientKey key = in.required_client("clientKey");
  const std::optional<std::string> reason = in.text("reason");
  if (const auto problem = in.problem()) return *problem;
  return carried_out(
      context, key, DisableClient{.at = now(context), .reason = reason.value_or("")});
}

}  // namespace countersign::http
