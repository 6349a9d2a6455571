#include "core/client/client.h"

#include <algorithm>

namespace countersign {
namespace {

Decision<ClientEvent> decide_on(const Client& client, const RegisterClient& command) {
  if (client.registered) return refused(Refusal::ClientExists);
  return happened<ClientEvent>(
      ClientRegistered{command.name, command.policy, 1, command.secret, command.sandbox});
}

// A disabled client cannot tell how long its files are kept any more, so its operator can.
Decision<ClientEvent> decide_on(const Client& client, const ChangeClient& command) {
  if (!client.registered) return refused(Refusal::ClientUnknown);
  const bool is_refused =
      client.disabled && !changes_retention_alone(client, command.name, command.policy);
  if (is_refused) return refused(Refusal::ClientUnknown);
  if (client.name == command.name && client.policy == command.policy) {
    return refused(Refusal::NothingToDo);
  }
  return happened<ClientEvent>(ClientChanged{command.name, command.policy});
}

Decision<ClientEvent> decide_on(const Client& client, const AddSecret& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  if (client.secrets.size() >= kSecretsMax) return refused(Refusal::TooManySecrets);
  return happened<ClientEvent>(SecretAdded{client.last_secret_id + 1, command.secret});
}

Decision<ClientEvent> decide_on(const Client& client, const RevokeSecret& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  const bool known = std::ranges::any_of(client.secrets, [&](const ActiveSecret& secret) {
    return secret.secret_id == command.secret_id;
  });
  if (!known) return refused(Refusal::SecretUnknown);
  if (client.secrets.size() == 1) return refused(Refusal::LastSecret);
  return happened<ClientEvent>(SecretRevoked{command.secret_id});
}

Decision<ClientEvent> decide_on(const Client& client, const DisableClient& command) {
  if (!client.registered) return refused(Refusal::ClientUnknown);
  if (client.disabled) return refused(Refusal::NothingToDo);
  return happened<ClientEvent>(ClientDisabled{command.reason});
}

Decision<ClientEvent> decide_on(const Client& client, const CloseClient& command) {
  if (!client.registered) return refused(Refusal::ClientUnknown);
  if (client.purge_at == command.purge_at) return refused(Refusal::NothingToDo);
  return happened<ClientEvent>(ClientClosed{command.reason, command.purge_at});
}

Decision<ClientEvent> decide_on(const Client& client, const ChangeCapturePage& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  if (client.page == command.page) return refused(Refusal::NothingToDo);
  return happened<ClientEvent>(CapturePageChanged{command.page});
}

Decision<ClientEvent> decide_on(const Client& client, const ChangeLogo& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  const auto present = client.logo ? std::optional(client.logo->file) : std::nullopt;
  if (present == command.logo) return refused(Refusal::NothingToDo);
  return happened<ClientEvent>(ClientLogoChanged{command.logo, command.bytes});
}

const ClientConsent* own_consent_in(const Client& client, std::string_view language) {
  const auto found = std::ranges::find(client.consents_in, language, &LanguageConsent::language);
  return found == client.consents_in.end() ? nullptr : &found->text;
}

std::optional<ConsentVersion> present_consent(const Client& client,
                                              const std::optional<std::string>& language) {
  if (!language) return client.consent ? std::optional(client.consent->consent) : std::nullopt;
  const ClientConsent* const own = own_consent_in(client, *language);
  return own == nullptr ? std::nullopt : std::optional(own->consent);
}

// Another text under a label that was used before, in the same language, would leave open which of
// the two a person saw. A text of one language alone would ask the others for nothing.
Decision<ClientEvent> decide_on(const Client& client, const ChangeConsentText& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  if (present_consent(client, command.language) == command.consent) {
    return refused(Refusal::NothingToDo);
  }
  if (command.language && !client.consent) return refused(Refusal::ConsentMissing);
  const auto is_taken = [&](const KnownConsent& earlier) {
    return earlier.language == command.language &&
           earlier.consent.version == command.consent->version &&
           earlier.consent != *command.consent;
  };
  if (command.consent && std::ranges::any_of(client.consents, is_taken)) {
    return refused(Refusal::ConsentVersionTaken);
  }
  return happened<ClientEvent>(ConsentTextChanged{command.consent, command.text, command.language});
}

struct ApplyClientEvent {
  Client& client;
  UtcTime at;
  Sequence sequence;

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
  void operator()(const ClientClosed& event) const {
    client.disabled = true;
    client.purge_at = event.purge_at;
  }
  void operator()(const CapturePageChanged& event) const { client.page = event.page; }
  void operator()(const ClientLogoChanged& event) const {
    client.logo.reset();
    if (event.logo) client.logo = ClientLogo{*event.logo, sequence};
  }
  void operator()(const ConsentTextChanged& event) const {
    if (event.language) {
      std::erase_if(client.consents_in,
                    [&](const LanguageConsent& own) { return own.language == *event.language; });
    } else {
      client.consent.reset();
      if (!event.consent) client.consents_in.clear();
    }
    if (!event.consent) return;
    const ClientConsent text{*event.consent, sequence};
    if (event.language) {
      client.consents_in.push_back({*event.language, text});
    } else {
      client.consent = text;
    }
    const KnownConsent known{*event.consent, event.language};
    if (std::ranges::count(client.consents, known) == 0) client.consents.push_back(known);
  }

 private:
  void add(std::uint32_t secret_id, const SecretHash& secret) const {
    client.secrets.push_back({secret_id, secret, at});
    client.last_secret_id = secret_id;
  }
};

}  // namespace

const ClientConsent* consent_in(const Client& client, std::string_view language) {
  if (const ClientConsent* const own = own_consent_in(client, language)) return own;
  return client.consent ? &*client.consent : nullptr;
}

bool is_present(const Client& client, const ConsentVersion& consent) {
  if (client.consent && client.consent->consent == consent) return true;
  return std::ranges::any_of(
      client.consents_in, [&](const LanguageConsent& own) { return own.text.consent == consent; });
}

bool changes_retention_alone(const Client& client,
                             const std::string& name,
                             const ClientPolicy& policy) {
  ClientPolicy otherwise = policy;
  otherwise.retention_ms = client.policy.retention_ms;
  otherwise.retention_unfinished_ms = client.policy.retention_unfinished_ms;
  otherwise.retention_review_ms = client.policy.retention_review_ms;
  return name == client.name && otherwise == client.policy;
}

RetentionPeriods periods_of(const Client& client, const RetentionPeriods& server) {
  RetentionPeriods periods = periods_of(client.policy, server);
  periods.no_later_than = client.purge_at;
  return periods;
}

Decision<ClientEvent> decide(const Client& client, const ClientCommand& command) {
  return std::visit([&](const auto& c) { return decide_on(client, c); }, command);
}

void evolve(Client& client, EventRef<ClientEvent> event, const EventPlace& place) {
  if (const auto key = client_of(place.stream)) client.key = *key;
  advance(client, place);
  event.visit(ApplyClientEvent{client, place.at, place.sequence});
}

}  // namespace countersign
