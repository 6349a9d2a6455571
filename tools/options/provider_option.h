#pragma once
#include <optional>
#include <string>

#include "http/review/oidc/provider_login.h"
#include "http/settings/review_site.h"

namespace CLI {
class App;
}

namespace countersign {

// The identity provider of the reviewers' console. Without an issuer there is none.
struct ProviderOptions {
  http::ProviderLoginSettings login{};
  std::string secret_file{};  // empty: the server has no secret there

  bool is_set() const { return !login.provider.issuer.empty(); }
};

// Adds `--oidc-issuer` and the others. `options` must outlive the parsing.
void add_provider_options(CLI::App& app, ProviderOptions& options);

// Completes the options by the console's address. Returns the first conflict, as a sentence, or
// nullopt.
std::optional<std::string> settle_provider(ProviderOptions& options,
                                           const std::optional<http::ReviewSite>& console);

}  // namespace countersign
