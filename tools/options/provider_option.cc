#include "tools/options/provider_option.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "http/oidc/provider_answers.h"
#include "http/oidc/token/claim_path.h"

namespace countersign {
namespace {

constexpr const char* kRoleFlag = "--oidc-role";
constexpr std::size_t kTextMax = 512;

void add_provider_text(CLI::App& app,
                       const std::string& flag,
                       std::string& target,
                       const std::string& meaning,
                       const std::string& type) {
  app.add_option(flag, target, meaning)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name(type)
      ->check([](const std::string& text) {
        return text.size() > kTextMax ? "its value is too long" : "";
      });
}

// All values count, and each may have several with semicolons: names may have spaces and commas.
bool read_role_rules(const CLI::results_t& given, std::vector<http::RoleRule>& rules) {
  rules.clear();
  for (std::string_view several : given) {
    while (!several.empty()) {
      const std::size_t end = std::min(several.find(';'), several.size());
      const std::string_view one = several.substr(0, end);
      several.remove_prefix(std::min(end + 1, several.size()));
      if (one.empty()) continue;
      auto rule = http::parse_role_rule(one);
      if (!rule) throw CLI::ValidationError(kRoleFlag, "a value " + rule.error());
      rules.push_back(*std::move(rule));
    }
  }
  return true;
}

void add_authentication(CLI::App& app, http::ClientAuthentication& authentication) {
  app.add_option(
         "--oidc-client-auth",
         [&authentication](const CLI::results_t& given) {
           const auto chosen = parse_name<http::ClientAuthentication>(given.back());
           if (!chosen) {
             throw CLI::ValidationError("--oidc-client-auth",
                                        "'" + given.back() +
                                            "' is not automatic, client_secret_basic or "
                                            "client_secret_post");
           }
           authentication = *chosen;
           return true;
         },
         "how the secret is sent: client_secret_basic, client_secret_post, or automatic, as the "
         "provider offers it [automatic]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("WAY");
}

}  // namespace

void add_provider_options(CLI::App& app, ProviderOptions& options) {
  http::OidcSettings& provider = options.login.provider;
  app.add_option("--oidc-issuer",
                 provider.issuer,
                 "identity provider where reviewers log in, by OpenID Connect [none]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("URL")
      ->check([](const std::string& text) {
        // The value is not shown: a part that does not belong in a URL may be a password.
        const std::string wrong = http::wrong_with_issuer(text);
        return wrong.empty() ? "" : "its value " + wrong;
      });
  add_provider_text(app,
                    "--oidc-client-id",
                    provider.client_id,
                    "name of this server at the identity provider",
                    "TEXT");
  add_provider_text(app,
                    "--oidc-client-secret-file",
                    options.secret_file,
                    "file of this server's secret at the identity provider [no secret]",
                    "FILE");
  add_provider_text(
      app, "--oidc-scope", provider.scope, "scopes that are asked for [openid profile]", "TEXT");
  add_authentication(app, provider.authentication);
  add_provider_text(app,
                    "--oidc-roles-claim",
                    provider.roles_claim,
                    "claim of the ID token with a person's roles, or a path such as "
                    "realm_access.roles or, with a slash before each name (RFC 6901), "
                    "/resource_access/review.example.com/roles [roles]",
                    "NAME");
  app.add_option(
         "--oidc-allow",
         [&provider](const CLI::results_t& given) {
           const auto blocks = http::AddressBlocks::parse(given.back());
           if (!blocks) {
             throw CLI::ValidationError(
                 "--oidc-allow", "'" + given.back() + "' is not a list of networks, CIDR,...");
           }
           provider.allowed = *blocks;
           return true;
         },
         "internal networks of the provider's endpoints that are not on the issuer's host "
         "[none]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("CIDR,...");
  app.add_option(
         kRoleFlag,
         [&options](const CLI::results_t& given) {
           return read_role_rules(given, options.login.roles);
         },
         "role here for a role there; repeatable, or several with semicolons [none]")
      ->type_name("NAME=ROLE[:CLIENT]")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::optional<std::string> settle_provider(ProviderOptions& options,
                                           const std::optional<http::ReviewSite>& console) {
  http::OidcSettings& provider = options.login.provider;
  const bool chooses_authentication =
      provider.authentication != http::ClientAuthentication::Automatic;
  if (!options.is_set()) {
    if (!provider.client_id.empty()) return "--oidc-client-id needs --oidc-issuer";
    if (!options.secret_file.empty()) return "--oidc-client-secret-file needs --oidc-issuer";
    if (chooses_authentication) return "--oidc-client-auth needs --oidc-issuer";
    if (!provider.allowed.empty()) return "--oidc-allow needs --oidc-issuer";
    if (!options.login.roles.empty()) return "--oidc-role needs --oidc-issuer";
    return std::nullopt;
  }
  if (!console) return "--oidc-issuer needs --review-listen";
  if (provider.client_id.empty()) return "--oidc-issuer needs --oidc-client-id";
  if (options.login.roles.empty()) {
    return "--oidc-issuer needs --oidc-role, since nobody has a role without one";
  }
  if (chooses_authentication && options.secret_file.empty()) {
    return "--oidc-client-auth needs --oidc-client-secret-file: there is no secret to send";
  }
  const std::string wrong = http::wrong_with_claim_path(provider.roles_claim);
  if (!wrong.empty()) return "--oidc-roles-claim has a value that " + wrong;
  if ((' ' + provider.scope + ' ').find(" openid ") == std::string::npos) {
    return "--oidc-scope must have the scope openid";
  }
  provider.redirect_uri = console->origin + "/review/api/oidc/callback";
  return std::nullopt;
}

}  // namespace countersign
