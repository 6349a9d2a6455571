#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/steady_now.h"
#include "core/result.h"
#include "events/crypto/secret.h"
#include "http/client/http_client.h"
#include "http/oidc/endpoint_rule.h"
#include "http/oidc/key_set.h"
#include "http/oidc/oidc_settings.h"
#include "http/oidc/provider_answers.h"

namespace countersign::http {

// Asks one identity provider, and remembers its metadata and keys for an hour. While it fails it is
// not asked again for five seconds, and a key that it does not have makes it be asked for its keys
// once in 30 seconds at most, so that nobody can use this server to flood it. It is asked where the
// rule of endpoint_rule.h lets it be, and at no other address.
//
// Threading: one thread at a time, but for cancel(). The calls block, each for ten seconds at most.
// Ownership: owns its HTTP client.
class OidcProvider {
 public:
  OidcProvider(OidcSettings settings, Secret client_secret, SteadyNow now);

  Result<ProviderMetadata, ProviderFailure> metadata();

  // Exchanges a code for an ID token, which is not verified. A code is never sent twice.
  Result<std::string, ProviderFailure> redeem(std::string_view code, std::string_view verifier);

  // The provider's keys. With `fresh`, asks for them anew if that is due.
  Result<KeySet, ProviderFailure> keys(bool fresh);

  // Any thread. Ends the running request, and every later one.
  void cancel() { client_.cancel(); }

  const OidcSettings& settings() const { return settings_; }

 private:
  template <class T>
  struct Remembered {
    std::optional<T> value;
    SteadyTime asked_at{};
    std::string failure;  // "" if the last answer was good
  };

  Result<ClientAnswer, NoAnswer> ask(ClientRequest request);
  Result<std::string, ProviderFailure> get(const std::string& url, std::string_view what);
  Result<ClientRequest, ProviderFailure> token_request(std::string_view code,
                                                       std::string_view verifier);
  void ask_for_metadata();
  void ask_for_keys(const std::string& url);

  const OidcSettings settings_;
  const EndpointRule rule_;
  const Secret client_secret_;
  const SteadyNow now_;
  HttpClient client_;
  Remembered<ProviderMetadata> metadata_;
  Remembered<KeySet> keys_;
};

}  // namespace countersign::http
