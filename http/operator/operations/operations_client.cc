#include "http/operator/operations/operations_client.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/base64url.h"
#include "http/operator/operation_list.h"
#include "http/secrets/credential_hash.h"

// Operations on clients: who may call, with which credentials, and how often.
namespace countersign::http {

ClientPolicy policy_of_new_client() {
  ClientPolicy policy;
  policy.unsigned_decisions = false;
  for (const auto& entry : enum_names<Purpose>) policy.purposes.push_back(entry.value);
  return policy;
}

namespace {

constexpr std::string_view kKeyPrefix = "svck_";
constexpr std::string_view kSecretPrefix = "svcs_";

template <std::size_t Bytes>
std::string random_text(std::string_view prefix, RandomSource& random) {
  std::array<std::uint8_t, Bytes> bytes{};
  random.fill(bytes);
  return std::string(prefix) + to_base64url(ByteView(bytes));
}

std::optional<Problem> refusal_of(const ClientPolicy& policy) {
  if (policy.token_ttl_ms && *policy.token_ttl_ms < kTokenTtlMinMs) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be a number of milliseconds from 60000 to 86400000.",
                   .field = "tokenTtlMs"};
  }
  if (policy.reviewers == 0) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be 1 or 2.",
                   .field = "reviewers"};
  }
  const std::uint64_t due_ms = due_ms_of(policy);
  if (due_ms != 0 && due_ms < kReviewDueMinMs) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be 0 or a number of milliseconds from 60000 on.",
                   .field = "reviewDueMs"};
  }
  if (policy.review_reasons && policy.review_reasons->value().size() > kToldSentencesMax) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "A client has at most 32 sentences for people; remove one first.",
                   .field = "reviewReasons"};
  }
  return std::nullopt;
}

// The sentences that a client has after a change: those of the change in place of its own of the
// same names, and none that is empty.
std::optional<ToldSentences> merged(const std::optional<ToldSentences>& own,
                                    const std::optional<ToldSentences>& given) {
  if (!given) return std::nullopt;
  std::vector<ToldSentence> all = given->value();
  for (const ToldSentence& each : own ? own->value() : std::vector<ToldSentence>()) {
    if (std::ranges::count(all, each.name, &ToldSentence::name) == 0) all.push_back(each);
  }
  std::erase_if(all, [](const ToldSentence& each) { return each.sentence.empty(); });
  if (all.empty()) return std::nullopt;
  std::ranges::sort(all, {}, &ToldSentence::name);
  return ToldSentences(std::move(all));
}

// No due time, and no sentence, is written in one way.
ClientPolicy in_one_form(ClientPolicy policy) {
  if (due_ms_of(policy) == 0) policy.review_due.reset();
  policy.review_reasons = merged(std::nullopt, policy.review_reasons);
  return policy;
}

struct ShownClient {
  Client client;
  std::uint64_t opened = 0;
  static Schema schema();
};

struct ShownClients {
  std::vector<ShownClient> clients;
};

// The only answer that contains a secret.
struct ClientWithSecret {
  ShownClient client;
  std::string secret;
  static Schema schema();
};

}  // namespace

template <>
constexpr auto members_of<ActiveSecret> = members(Member{"secretId", &ActiveSecret::secret_id},
                                                  Member{"addedAt", &ActiveSecret::added_at});

template <>
constexpr auto members_of<ShownClient> = std::tuple_cat(
    members_through(&ShownClient::client,
                    std::tuple_cat(members(Member{"clientKey", &Client::key},
                                           Member{"name", &Client::name},
                                           Member{"disabled", &Client::disabled},
                                           Member{"purgeAt",
                                                  &Client::purge_at,
                                                  "From when on no file of a closed client is "
                                                  "kept without a hold."},
                                           Member{"sandbox", &Client::sandbox}),
                                   members_through(&Client::policy, members_of<ClientPolicy>),
                                   members(Member{"createdAt", &Client::created_at}))),
    members(Member{"openedThisMonth",
                   &ShownClient::opened,
                   "The sessions of this month, as the quota counts them."}),
    members_through(
        &ShownClient::client,
        members(Member{"secrets", &Client::secrets, "The secrets that are accepted."})));
Schema ShownClient::schema() { return schema_of<ShownClient>("Client"); }

template <>
constexpr auto members_of<ShownClients> = members(Member{"clients", &ShownClients::clients});

template <>
constexpr auto members_of<ClientWithSecret> = std::tuple_cat(
    members_through(&ClientWithSecret::client, members_of<ShownClient>),
    members(Member{"secretId",
                   [](const ClientWithSecret& made) { return made.client.client.last_secret_id; },
                   "The id of the new secret."},
            Member{"clientSecret",
                   &ClientWithSecret::secret,
                   "The secret; no later answer contains it."}));
Schema ClientWithSecret::schema() { return schema_of<ClientWithSecret>("ClientWithSecret"); }

namespace {

Result<Client, Problem> load(const OperationContext& context, const ClientKey& key) {
  const auto client = context.data.queries().client(key);
  if (!client) return problem_of(client.error());
  if (!*client)
    return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
  return **client;
}

Result<ShownClient, Problem> shown(const OperationContext& context, Client client) {
  const auto opened =
      context.data.queries().sessions_opened(client.key, month_of(context.data.clock().now()));
  if (!opened) return problem_of(opened.error());
  return ShownClient{std::move(client), *opened};
}

Result<ShownClient, Problem> shown(const OperationContext& context, const ClientKey& key) {
  auto client = load(context, key);
  if (!client) return client.error();
  return shown(context, *std::move(client));
}

Result<ClientWithSecret, Problem> with_secret(const OperationContext& context,
                                              const ClientKey& key,
                                              std::string secret) {
  auto client = shown(context, key);
  if (!client) return client.error();
  return ClientWithSecret{*std::move(client), std::move(secret)};
}

Result<ShownClient, Problem> carried_out(const OperationContext& context,
                                         const ClientKey& key,
                                         ClientCommand command) {
  const auto done = carry_out(context, stream_of(key), std::move(command));
  if (!done) return done.error();
  return shown(context, key);
}

// The client, unless it is unknown or disabled.
Result<Client, Problem> load_enabled(const OperationContext& context, const ClientKey& key) {
  auto client = load(context, key);
  if (!client || !client->disabled) return client;
  return Problem{.code = ProblemCode::Conflict,
                 .detail = "The client is disabled, which cannot be undone; add another one."};
}

UtcTime now(const OperationContext& context) { return context.data.clock().now(); }

Result<ClientWithSecret, Problem> add_client(const OperationContext& context,
                                             const NewClient& input) {
  if (const auto problem = refusal_of(input.policy)) return *problem;
  const ClientKey key(random_text<16>(kKeyPrefix, context.random));
  const std::string secret = random_text<32>(kSecretPrefix, context.random);
  const RegisterClient command{.at = now(context),
                               .name = input.name,
                               .policy = in_one_form(input.policy),
                               .secret = hash_of_secret(secret),
                               .sandbox = input.sandbox};
  const auto done = carry_out(context, stream_of(key), ClientCommand(command));
  if (!done) return done.error();
  return with_secret(context, key, secret);
}

Result<ShownClients, Problem> list_clients(const OperationContext& context, const NoInput&) {
  const auto clients = context.data.queries().clients();
  if (!clients) return problem_of(clients.error());
  ShownClients list;
  for (const Client& client : *clients) {
    auto one = shown(context, client);
    if (!one) return one.error();
    list.clients.push_back(*std::move(one));
  }
  return list;
}

Result<ShownClient, Problem> show_client(const OperationContext& context,
                                         const NamedClient& input) {
  return shown(context, input.client);
}

// Reads the input once to judge it, and once more over what the client has.
OperationResult change_client(const OperationContext& context, std::string_view text) {
  ChangedClient input;
  if (const auto problem = read_body(text, input, kOperationBody)) return *problem;
  const auto client = load(context, input.client);
  if (!client) return client.error();
  input.name = client->name;
  input.policy = client->policy;
  read_body(text, input, kOperationBody);
  input.policy.review_reasons = merged(client->policy.review_reasons, input.policy.review_reasons);
  if (const auto problem = refusal_of(input.policy)) return *problem;
  if (client->disabled && !changes_retention_alone(*client, input.name, input.policy)) {
    return Problem{.code = ProblemCode::Conflict,
                   .detail =
                       "The client is disabled, which cannot be undone; only its periods of "
                       "retention can be changed."};
  }
  const auto changed = carried_out(
      context,
      input.client,
      ChangeClient{.at = now(context), .name = input.name, .policy = in_one_form(input.policy)});
  if (!changed) return changed.error();
  return json_of(*changed);
}

Result<ClientWithSecret, Problem> rotate_client(const OperationContext& context,
                                                const SecretRotation& input) {
  const auto before = load_enabled(context, input.client);
  if (!before) return before.error();
  const std::string secret = random_text<32>(kSecretPrefix, context.random);
  const AddSecret add{.at = now(context), .secret = hash_of_secret(secret)};
  const auto added = carry_out(context, stream_of(input.client), ClientCommand(add));
  if (!added) return added.error();
  if (input.revoke_old) {
    for (const ActiveSecret& old : before->secrets) {
      const RevokeSecret revoke{.at = now(context), .secret_id = old.secret_id};
      const auto revoked = carry_out(context, stream_of(input.client), ClientCommand(revoke));
      if (!revoked) return revoked.error();
    }
  }
  return with_secret(context, input.client, secret);
}

Result<ShownClient, Problem> revoke_secret(const OperationContext& context,
                                           const NamedSecret& input) {
  const auto client = load_enabled(context, input.client);
  if (!client) return client.error();
  const bool is_known = std::ranges::any_of(
      client->secrets, [&](const ActiveSecret& each) { return each.secret_id == input.secret_id; });
  if (!is_known) {
    return Problem{.code = ProblemCode::NotFound,
                   .detail = "The client has no active secret of that number."};
  }
  const RevokeSecret command{.at = now(context),
                             .secret_id = static_cast<std::uint32_t>(input.secret_id)};
  return carried_out(context, input.client, command);
}

Result<ShownClient, Problem> disable_client(const OperationContext& context,
                                            const DisabledClient& input) {
  return carried_out(
      context, input.client, DisableClient{.at = now(context), .reason = input.reason});
}

constexpr Operation kClientOperations[] = {
    operation<add_client>("client add", "Register a client and give it its first secret."),
    operation<list_clients>("client list", "List every client.", false),
    operation<show_client>("client show", "Show one client.", false),
    {"client change",
     "Change a client's name or policy.",
     change_client,
     record_schema<ChangedClient>,
     record_schema<ShownClient>},
    operation<rotate_client>("client rotate", "Give a client a second secret."),
    operation<revoke_secret>("client revoke", "Stop accepting one of a client's secrets."),
    operation<disable_client>("client disable", "Stop accepting a client's credentials."),
};

}  // namespace

std::span<const Operation> client_operations() { return kClientOperations; }

}  // namespace countersign::http
