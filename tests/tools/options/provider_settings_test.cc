#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "tools/options/provider_option.h"
#include "tools/options/settings.h"

namespace countersign::provider_settings_test {

std::variant<ServerSettings, EarlyExit> with_provider(std::vector<std::string> more) {
  more.insert(more.begin(),
              {"--data", "d", "--review-listen=8081", "--review-url=https://review.example"});
  return read_settings(more, [](const std::string&) { return std::optional<std::string>(); });
}

const std::vector<std::string> kProvider{
    "--oidc-issuer=https://login.example", "--oidc-client-id=c", "--oidc-role=a=reviewer"};

TEST_CASE("a provider's endpoints are on no internal network, unless the settings say so") {
  const auto none = std::get<ServerSettings>(with_provider(kProvider)).oidc.login.provider;
  CHECK(none.allowed.empty());
  auto more = kProvider;
  more.push_back("--oidc-allow=10.1.0.0/16,fd00::/8");
  const auto given = std::get<ServerSettings>(with_provider(more)).oidc.login.provider;
  CHECK(given.allowed.contains(*http::parse_ip_address("10.1.2.3")));
  CHECK_FALSE(given.allowed.contains(*http::parse_ip_address("10.2.0.1")));
}

TEST_CASE("a setting of the provider that is none is refused, and one without a provider") {
  for (const char* const bad : {"--oidc-allow=inside",
                                "--oidc-allow=10.0.0.0/33",
                                "--oidc-issuer=http://login.example",
                                "--oidc-issuer=https://login.example:0",
                                "--oidc-client-auth=private_key_jwt",
                                "--oidc-client-auth=client_secret_post",
                                "--oidc-roles-claim=",
                                "--oidc-roles-claim=/a~2b"}) {
    auto more = kProvider;
    more.emplace_back(bad);
    const auto refused = with_provider(more);
    REQUIRE_MESSAGE(std::holds_alternative<EarlyExit>(refused), bad);
    CHECK(std::get<EarlyExit>(refused).status == 2);
  }
  CHECK(std::holds_alternative<EarlyExit>(with_provider({"--oidc-allow=10.1.0.0/16"})));
  CHECK(std::holds_alternative<EarlyExit>(
      with_provider({"--oidc-client-auth=client_secret_post", "--oidc-client-secret-file=s"})));
}

TEST_CASE("the way of the secret at the provider, and the path of the roles, are settings") {
  using http::ClientAuthentication;
  const auto provider_of = [](const std::vector<std::string>& settings) {
    auto more = kProvider;
    more.emplace_back("--oidc-client-secret-file=s");
    more.insert(more.end(), settings.begin(), settings.end());
    return std::get<ServerSettings>(with_provider(more)).oidc.login.provider;
  };
  CHECK(provider_of({}).authentication == ClientAuthentication::Automatic);
  for (const auto& way : enum_names<ClientAuthentication>) {
    CHECK(provider_of({"--oidc-client-auth=" + std::string(way.name)}).authentication == way.value);
  }
  CHECK(provider_of({}).roles_claim == "roles");
  CHECK(provider_of({"--oidc-roles-claim=/resource_access/review.example.com/roles"}).roles_claim ==
        "/resource_access/review.example.com/roles");
}

}  // namespace countersign::provider_settings_test
