#include "core/client/client.h"

#include <algorithm>

namespace countersign {
namespace {

std::vector<Event> happened(Event event) {
  std::vector<Event> events;
  events.push_back(std::move(event));
  return events;
}

Rejection refused(Refusal why) { return Rejection{why}; }

bool usable(const Client& client) { return client.registered && !client.disabled; }

Decision decide_on(const Client& client, const RegisterClient& command) {
  if (client.registered) return refused(Refusal::ClientExists);
  return happened(
      ClientRegistered{command.name, command.policy, 1, command.secret, command.sandbox});
}

Decision decide_on(const Client& client, const ChangeClient& command) {
  if (!usable(client)) return refused(Refusal::ClientUnknown);
  if (client.name == command.name && client.policy == command.policy) {
    return refused(Refusal::NothingToDo);
  }
  return happened(ClientChanged{command.name, command.policy});
}

Decision decide_on(const Client& client, const AddSecret& command) {
  if (!usable(client)) return refused(Refusal::ClientUnknown);
  if (client.secrets.size() >= kSecretsMax) return refused(Refusal::TooManySecrets);
  return happened(SecretAdded{client.last_secret_id + 1, command.secret});
}

Decision decide_on(const Client& client, const RevokeSecret& command) {
  if (!usable(client)) return refused(Refusal::ClientUnknown);
  const bool known = std::ranges::any_of(client.secrets, [&](const ActiveSecret& secret) {
    return secret.secret_id == command.secret_id;
  });
  if (!known) return refused(Refusal::SecretUnknown);
  if (client.secrets.size() == 1) return refused(Refusal::LastSecret);
  return happened(SecretRevoked{command.secret_id});
}

Decision decide_on(const Client& client, const DisableClient& command) {
  if (!client.registered) return refused(Refusal::ClientUnknown);
  if (client.disabled) return refused(Refusal::NothingToDo);
  return happened(ClientDisabled{command.reason});
}

struct Apply {
  Client& client;
  UtcTime at;

  void operator()(const ClientRegistered& event) const {
    client.registered = true;
    client.sandbox = event.sandbox;
    client.name = event.name;
    client.policy = event.policy;
    client.created_at = at;
    add(event.secret_id, event.secret);
  }
  void operator()(const ClientChanged& event) const {
    client.name = event.name;
    client.policy = event.policy;
  }
  void operator()(const SecretAdded& event) const { add(event.secret_id, event.secret); }
  void operator()(const SecretRevoked& event) const {
    std::erase_if(client.secrets,
                  [&](const ActiveSecret& secret) { return secret.secret_id == event.secret_id; });
  }
  void operator()(const ClientDisabled&) const { client.disabled = true; }

  // Events of a session's stream do not change a client.
  void operator()(const SessionCreated&) const {}
  void operator()(const ChallengeIssued&) const {}
  void operator()(const NonceConsumed&) const {}
  void operator()(const DocumentAccepted&) const {}
  void operator()(const DocumentRejected&) const {}
  void operator()(const LivenessAccepted&) const {}
  void operator()(const LivenessRejected&) const {}
  void operator()(const SessionFinalized&) const {}
  void operator()(const SessionExpired&) const {}
  void operator()(const SessionCanceled&) const {}
  void operator()(const DocumentsDownloaded&) const {}
  void operator()(const DocumentValuesRead&) const {}
  void operator()(const FilesPurged&) const {}
  void operator()(const HoldSet&) const {}
  void operator()(const HoldReleased&) const {}

  // Nor do events of the keys' stream and the thresholds' stream.
  void operator()(const KeyDestroyed&) const {}
  void operator()(const MasterKeyRotated&) const {}
  void operator()(const ThresholdsRecorded&) const {}

 private:
  void add(std::uint32_t secret_id, const SecretHash& secret) const {
    client.secrets.push_back({secret_id, secret, at});
    client.last_secret_id = secret_id;
  }
};

}  // namespace

Decision decide(const Client& client, const ClientCommand& command) {
  return std::visit([&](const auto& c) { return decide_on(client, c); }, command);
}

Decision decide(const Client& client,
                std::uint64_t opened_this_month,
                const CreateSession& command) {
  if (!usable(client)) return refused(Refusal::ClientUnknown);
  if (std::ranges::count(client.policy.purposes, command.purpose) == 0) {
    return refused(Refusal::ScopeDenied);
  }
  if (client.policy.quota && opened_this_month >= *client.policy.quota) {
    return refused(Refusal::QuotaExceeded);
  }
  return happened(SessionCreated{command.client,
                                 command.purpose,
                                 command.token,
                                 command.expires_at,
                                 command.attempts_allowed,
                                 command.user_ref,
                                 command.origin_allowlist,
                                 client.sandbox});
}

void evolve(Client& client, const RecordedEvent& recorded, const Sha256& leaf) {
  if (const auto key = client_of(recorded.stream)) client.key = *key;
  client.version = recorded.version.value();
  client.last_sequence = recorded.sequence.value();
  client.last_leaf = leaf;
  std::visit(Apply{client, recorded.at}, recorded.event);
}

}  // namespace countersign
