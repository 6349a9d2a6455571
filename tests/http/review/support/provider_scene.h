#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/oidc/form_text.h"
#include "http/review/oidc/provider_login.h"
#include "tests/http/oidc/support/fake_provider.h"
#include "tests/http/review/support/console.h"

// The scene that the tests of logins at an identity provider share.
namespace countersign::http {

// Where the page that has this key goes to log in.
inline std::string begin_path(const std::string& key = Console::page_key()) {
  return "/review/api/oidc/begin?page=" + to_base64url(sha256(key));
}

// A console with a provider, and a browser that comes back from there.
struct ProviderScene {
  ProviderScene()
      : login({.provider = {.issuer = provider.issuer(),
                            .client_id = "countersign",
                            .redirect_uri = "http://localhost:8081/review/api/oidc/callback",
                            .patience = std::chrono::minutes(10)},
               .roles = {{"cases", {ReviewerRole::Reviewer, "*"}},
                         {"lead", {ReviewerRole::Supervisor, "svck_a"}}}},
              Secret("s"),
              SecretBytes<32>(),
              console.rig.random,
              console.rig.clock,
              [this](ProviderLogin::Needs needs, std::string_view why) {
                const std::lock_guard lock(mutex);
                const bool of_provider = needs == ProviderLogin::Needs::Provider;
                told.push_back((of_provider ? "" : "anybody: ") + std::string(why));
              }) {
    answers.keys = key_set({key.jwk()});
    provider.set(answers);
    console.rig.service().review.provider = &login;
  }

  // The fields that the browser takes to the provider from the page of this key. The cookie is the
  // browser's from now on.
  JsonMembers begun(const std::string& page = Console::page_key()) {
    const Answer begun = console.get(begin_path(page));
    REQUIRE_MESSAGE(begun.status == 302, begun.body);
    CHECK(begun.header("cache-control") == "no-store");
    const std::string location = begun.header("location");
    REQUIRE(location.starts_with(provider.issuer() + "/auth?"));
    cookie = cookie_in(begun, "countersign-login-8081");
    CHECK(cookie.find("; HttpOnly; SameSite=Lax; Max-Age=600") != std::string::npos);
    cookie.resize(cookie.find(';'));
    JsonMembers fields;
    const auto sent = parse_form(location.substr(location.find('?') + 1));
    for (const auto& [name, value] : sent.value()) fields[name] = value;
    return fields;
  }

  Answer came_back(const std::string& query) {
    return console.rig.send({.path = "/review/api/oidc/callback?" + query,
                             .headers = {{"Cookie", "other=1; countersign-login-8081=" + cookie}},
                             .console = true});
  }
  Answer refused_by_provider(const std::string& words) {
    const JsonMembers asked = begun();
    return came_back(form_text({{"error", words},
                                {"error_description", words},
                                {"state", asked.at("state")},
                                {"iss", provider.issuer()}}));
  }

  // The whole way to the provider and back of a person with these roles there.
  Answer logs_in(const std::string& roles, const std::string& subject = "anna@example.com") {
    return comes_back_logged_in(begun(), roles, subject);
  }
  Answer comes_back_logged_in(const JsonMembers& asked,
                              const std::string& roles,
                              const std::string& subject = "anna@example.com") {
    const std::int64_t now = console.rig.clock.now().value() / 1'000'000;
    answers.id_token = key.sign("ES256",
                                json_object({{"iss", json_text(provider.issuer())},
                                             {"aud", json_text("countersign")},
                                             {"sub", json_text(subject)},
                                             {"name", json_text("Anna Example")},
                                             {"roles", roles},
                                             {"nonce", json_text(asked.at("nonce"))},
                                             {"iat", std::to_string(now)},
                                             {"exp", std::to_string(now + 60)}}));
    provider.set(answers);
    return came_back(
        form_text({{"code", "c"}, {"state", asked.at("state")}, {"iss", provider.issuer()}}));
  }

  // The value of Set-Cookie from behind the name; "" if the answer does not set it.
  static std::string cookie_in(const Answer& answer, const std::string& name) {
    for (const Headers::Field& field : answer.headers) {
      if (field.name == "Set-Cookie" && field.value.starts_with(name + "=")) {
        return field.value.substr(name.size() + 1);
      }
    }
    return "";
  }
  // The ticket with which the browser comes back to the page. No cookie of a login goes with it.
  static std::string ticket_in(const Answer& answer) {
    REQUIRE_MESSAGE(answer.status == 303, answer.body);
    const std::string mark = "/review#login=";
    const std::string location = answer.header("location");
    REQUIRE(location.starts_with(mark));
    CHECK(answer.header("referrer-policy") == "no-referrer");
    CHECK(cookie_in(answer, "countersign-login-8081").starts_with(";"));
    CHECK(cookie_in(answer, "countersign-review-8081").empty());
    return location.substr(mark.size());
  }
  Answer takes(const std::string& ticket,
               const std::string& page = Console::page_key(),
               const std::string& token = "") {
    return console.send(Method::Post,
                        "/review/api/oidc/finish",
                        R"({"ticket":")" + ticket + "\"}",
                        token,
                        Console::own_fields(page));
  }
  // The login that the page takes, as its token.
  std::string token_in(const Answer& answer) {
    const Answer taken = takes(ticket_in(answer));
    CHECK(taken.header("set-cookie").find("; SameSite=Strict;") != std::string::npos);
    return Console::token_of(taken);
  }
  Answer me(const std::string& token) { return console.get("/review/api/me", token); }

  std::vector<std::string> notices() {
    const std::lock_guard lock(mutex);
    return told;
  }

  std::mutex mutex;
  std::vector<std::string> told;
  SigningKey key = SigningKey::p256("e1");
  FakeProvider::Answers answers;
  FakeProvider provider;
  Console console;
  ProviderLogin login;  // the last: it works with the console's parts
  std::string cookie;
};

inline void check_page(const Answer& answer, int status, const std::string& words) {
  CHECK(answer.status == status);
  CHECK(answer.header("content-type") == "text/html; charset=utf-8");
  CHECK(answer.header("content-security-policy") == "default-src 'none'; frame-ancestors 'none'");
  CHECK(answer.header("cache-control") == "no-store");
  CHECK(answer.body.find(words) != std::string::npos);
  CHECK(answer.body.find("<script") == std::string::npos);
  CHECK(ProviderScene::cookie_in(answer, "countersign-review-8081").empty());
}

}  // namespace countersign::http
