#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <string_view>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "http/oidc/form_text.h"
#include "http/oidc/login.h"
#include "tests/http/oidc/support/fake_provider.h"

namespace countersign::http {

constexpr std::int64_t kSeconds = 1'800'000'000;
inline const Digest kPage = sha256("the page's key");
constexpr std::string_view kBack = "https://review.example/review/api/oidc/callback";

class StillClock final : public Clock {
 public:
  UtcTime now() const override { return UtcTime(kSeconds * 1'000'000); }
};

// A provider, a browser, and this server's side of the login.
struct LoginScene {
  explicit LoginScene(std::string_view secret = "",
                      ClientAuthentication authentication = ClientAuthentication::Automatic)
      : login({.issuer = provider.issuer(),
               .client_id = "countersign review",
               .redirect_uri = std::string(kBack),
               .authentication = authentication,
               .roles_claim = "groups",
               .patience = std::chrono::minutes(10)},
              Secret(secret),
              random,
              clock,
              [this] { return now; }) {
    answers.keys = key_set({key.jwk()});
    provider.set(answers);
  }

  // The browser's way to the provider: the fields of the address it is sent to.
  JsonMembers begun() {
    const auto begin = login.begin(kPage);
    REQUIRE(begin);
    browser = begin->browser;
    const std::size_t query = begin->address.find('?');
    CHECK(begin->address.substr(0, query) == provider.issuer() + "/auth");
    JsonMembers fields;
    const auto sent = parse_form(begin->address.substr(query + 1));
    for (const auto& [name, value] : sent.value()) {
      fields[name] = value;
    }
    return fields;
  }

  std::string token(const JsonMembers& asked) const {
    return key.sign("ES256",
                    json_object({{"iss", json_text(provider.issuer())},
                                 {"aud", json_text("countersign review")},
                                 {"sub", json_text("anna-7")},
                                 {"name", json_text("Anna")},
                                 {"groups", R"(["reviewers","staff"])"},
                                 {"nonce", json_text(asked.at("nonce"))},
                                 {"iat", std::to_string(kSeconds)},
                                 {"exp", std::to_string(kSeconds + 60)}}));
  }

  std::string query(const JsonMembers& asked) const {
    return form_text({{"code", "c1"}, {"state", asked.at("state")}, {"iss", provider.issuer()}});
  }

  // The provider logs the person in, and the browser comes back.
  Result<LoggedIn, LoginRefusal> came_back(const JsonMembers& asked) {
    answers.id_token = token(asked);
    provider.set(answers);
    return login.finish(query(asked), browser);
  }

  SteadyTime now{};
  OsRandom random;
  StillClock clock;
  SigningKey key = SigningKey::p256("e1");
  FakeProvider::Answers answers;
  FakeProvider provider;
  OidcLogin login;
  std::string browser;
};

inline std::string why(const Result<LoggedIn, LoginRefusal>& finished) {
  return finished ? "logged in" : finished.error().why;
}

}  // namespace countersign::http
