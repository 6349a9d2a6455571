#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/steady_now.h"
#include "core/result.h"
#include "events/crypto/secret.h"
#include "http/oidc/endpoint_rule.h"
#include "http/oidc/oidc_settings.h"
#include "http/oidc/provider_answers.h"
#include "http/oidc/provider_clients.h"
#include "http/oidc/remembered.h"
#include "http/oidc/token/key_set.h"

namespace countersign::http {

// Asks one identity provider, and remembers its metadata and keys for an hour. While it fails it is
// not asked again for five seconds, and a key that it does not have makes it be asked for its keys
// once in 30 seconds at most, so that nobody can use this server to flood it. It is asked where the
// rule of endpoint_rule.h lets it be, and at no other address.
//
// Thread-safe. The calls block, each for the settings' patience at most, or twice that where
// metadata is not known; known_metadata() never does. Ownership: owns its HTTP clients.
class OidcProvider {
 public:
  OidcProvider(OidcSettings settings, Secret client_secret, SteadyNow now);

  Result<ProviderMetadata, ProviderFailure> metadata();
  // Returns the result of metadata() if that needs no answer of the provider; else nullopt.
  std::optional<Result<ProviderMetadata, ProviderFailure>> known_metadata() const;

  // Exchanges a code for an ID token, which is not verified. A code is never sent twice.
  Result<std::string, ProviderFailure> redeem(std::string_view code, std::string_view verifier);

  // The provider's keys. With `fresh`, requests the keys again if that is due.
  Result<KeySet, ProviderFailure> keys(bool fresh);

  // Any thread. Ends the running request, and every later one.
  void cancel() { clients_.cancel(); }

  const OidcSettings& settings() const { return settings_; }

 private:
  Result<ClientAnswer, NoAnswer> ask(ClientRequest request, std::size_t answer_bytes_max);
  Result<std::string, ProviderFailure> get(const std::string& url, std::string_view what);
  Result<ClientRequest, ProviderFailure> token_request(std::string_view code,
                                                       std::string_view verifier);
  std::optional<ClientAuthentication> authentication_at(const ProviderMetadata& described) const;
  Result<ProviderMetadata, ProviderFailure> ask_for_metadata();
  Result<KeySet, ProviderFailure> ask_for_keys(const std::string& url);

  const OidcSettings settings_;
  const EndpointRule rule_;
  const Secret client_secret_;
  const SteadyNow now_;
  ProviderClients clients_;
  Remembered<ProviderMetadata> metadata_;
  Remembered<KeySet> keys_;
};

}  // namespace countersign::http
