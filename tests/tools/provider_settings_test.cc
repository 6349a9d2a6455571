#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "tools/options/login/provider_option.h"
#include "tools/options/settings.h"

namespace countersign {
namespace {

std::variant<ServerSettings, EarlyExit> with_provider(std::vector<std::string> more) {
  more.insert(more.begin(),
              {"--data", "d", "--review-listen=8081", "--review-url=https://review.example"});
  return read_settings(more, [](const std::string&) { return std::optional<std::string>(); });
}

const std::vector<std::string> kProvider{
    "--oidc-issuer=https://login.example", "--oidc-client-id=c", "--oidc-role=a=reviewer"};

}  // namespace

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
                                "--oidc-issuer=https://login.example:0"}) {
    auto more = kProvider;
    more.emplace_back(bad);
    const auto refused = with_provider(more);
    REQUIRE_MESSAGE(std::holds_alternative<EarlyExit>(refused), bad);
    CHECK(std::get<EarlyExit>(refused).status == 2);
  }
  CHECK(std::holds_alternative<EarlyExit>(with_provider({"--oidc-allow=10.1.0.0/16"})));
}

}  // namespace countersign
