#include "http/oidc/provider_answers.h"

#include <doctest/doctest.h>

#include <string>

#include "http/oidc/token/id_token.h"
#include "tests/http/oidc/support/token_maker.h"

namespace countersign::http::provider_answers_test {

constexpr std::string_view kIssuer = "https://login.example/realm";

// The metadata of a provider, with changes; an empty value takes a member away.
std::string metadata(const JsonMembers& changes = {}) {
  JsonMembers all{{"issuer", json_text(kIssuer)},
                  {"authorization_endpoint", json_text("https://login.example/auth?p=1")},
                  {"token_endpoint", json_text("https://token.example/token")},
                  {"jwks_uri", json_text("https://keys.example/keys")},
                  {"response_types_supported", R"(["code id_token","code"])"},
                  {"id_token_signing_alg_values_supported", R"(["HS256","RS256"])"}};
  for (const auto& [name, value] : changes) {
    if (value.empty()) {
      all.erase(name);
    } else {
      all[name] = value;
    }
  }
  return json_object(all);
}

const EndpointRule kRule(kIssuer, AddressBlocks());

std::string verdict(const std::string& text) {
  const auto read = read_metadata(text, kIssuer, kRule);
  return read ? "accepted" : read.error().why;
}

TEST_CASE("the metadata of a provider is read") {
  const auto read = read_metadata(metadata(), kIssuer, kRule);
  REQUIRE(read);
  CHECK(read->authorization_endpoint == "https://login.example/auth?p=1");
  CHECK(read->token_endpoint == "https://token.example/token");
  CHECK(read->jwks_uri == "https://keys.example/keys");
  CHECK(read->takes_basic);
  CHECK_FALSE(read->takes_post);
  CHECK_FALSE(read->says_issuer_in_answer);
  const auto other = read_metadata(
      metadata({{"token_endpoint_auth_methods_supported", R"(["client_secret_post"])"},
                {"code_challenge_methods_supported", R"(["plain","S256"])"},
                {"authorization_response_iss_parameter_supported", "true"}}),
      kIssuer,
      kRule);
  REQUIRE(other);
  CHECK_FALSE(other->takes_basic);
  CHECK(other->takes_post);
  CHECK(other->says_issuer_in_answer);
}

TEST_CASE("metadata of another issuer is refused") {
  for (const char* issuer : {"https://login.example/realm/", "https://login.example", ""}) {
    CHECK(verdict(metadata({{"issuer", json_text(issuer)}})) == "metadata names another issuer");
  }
  CHECK(verdict(metadata({{"issuer", ""}})) == "metadata names another issuer");
  CHECK(verdict("[]") == "metadata is not a JSON object");
  CHECK(verdict(R"({"issuer":"a","issuer":"https://login.example/realm"})") ==
        "metadata is not a JSON object");
}

TEST_CASE("a provider whose addresses others can read on the way is refused") {
  for (const std::string name : {"authorization_endpoint", "token_endpoint", "jwks_uri"}) {
    CAPTURE(name);
    const std::string start = "metadata has a member " + name + " that ";
    for (const char* url : {"http://login.example/a",
                            "http://127.evil.example/a",
                            "http://127.0.0.1:8090/a",
                            "http://localhost:8090/keys"}) {
      CAPTURE(url);
      CHECK(verdict(metadata({{name, json_text(url)}})) == start + "is not https");
    }
    for (const char* url : {"file:///etc/passwd",
                            "https://user:secret@login.example/a",
                            "https://login.example/a#b",
                            "https://login.example/a b",
                            "https://login.example/\\r\\nX: y",
                            "javascript:alert(1)"}) {
      CAPTURE(url);
      CHECK(verdict(metadata({{name, json_text(url)}})) == start + "is not a URL");
    }
    CHECK(verdict(metadata({{name, json_text("")}})) == start + "is missing");
    CHECK(verdict(metadata({{name, ""}})) == start + "is missing");
    CHECK(verdict(metadata({{name, "7"}})) == start + "is missing");
    CHECK(verdict(metadata({{name, json_text("https://127.0.0.1:8443/a")}})) ==
          start + "leads to an internal address that is not the issuer's");
  }
}

TEST_CASE("a provider that offers less than is needed is refused") {
  CHECK(verdict(metadata({{"response_types_supported", R"(["id_token"])"}})) ==
        "metadata does not offer the code flow");
  CHECK(verdict(metadata({{"id_token_signing_alg_values_supported", R"(["HS256","none"])"}})) ==
        "metadata offers no signature algorithm that is accepted here (RS256, PS256, ES256)");
  CHECK(verdict(metadata({{"code_challenge_methods_supported", R"(["plain"])"}})) ==
        "metadata does not offer PKCE with S256");
}

TEST_CASE("an issuer is https, or of this machine") {
  for (const char* issuer :
       {"https://a.example", "https://a.example/", "https://a.example/b", "http://localhost:80"}) {
    CAPTURE(issuer);
    CHECK(wrong_with_issuer(issuer) == "");
  }
  for (const char* issuer : {"",
                             "a.example",
                             "http://a.example",
                             "http://localhost.example",
                             "https://a.example?b",
                             "https://a.example#b",
                             "https://u@a.example",
                             "https://a.example:0",
                             "https://a%2eexample"}) {
    CAPTURE(issuer);
    CHECK(wrong_with_issuer(issuer) != "");
  }
  CHECK(metadata_url("https://a.example/") == "https://a.example/.well-known/openid-configuration");
  CHECK(metadata_url("https://a.example/b") ==
        "https://a.example/b/.well-known/openid-configuration");
}

TEST_CASE("the answer of a token endpoint has an ID token, or a reason in the standard's words") {
  const auto why = [](int status, std::string_view text) {
    const auto read = read_token_answer(status, text);
    return read ? *read : read.error().why;
  };
  CHECK(why(200, R"({"id_token":"a.b.c","access_token":"x","token_type":"Bearer"})") == "a.b.c");
  CHECK(why(200, "{}") == "token endpoint's answer has no ID token");
  CHECK(why(200, R"({"id_token":7})") == "token endpoint's answer has no ID token");
  CHECK(why(200, "<html>") == "token endpoint's answer is not a JSON object");
  CHECK(why(200, R"({"id_token":")" + std::string(kIdTokenMax + 1, 'a') + R"("})") ==
        "ID token is too long");
  CHECK(why(400, R"({"error":"invalid_grant"})") ==
        "token endpoint refuses the code: invalid_grant");
  CHECK(why(400, R"({"error":"<script>"})") == "token endpoint refuses the code: unknown_error");
  CHECK(why(500, "") == "token endpoint refuses the code: unknown_error");
}

}  // namespace countersign::http::provider_answers_test
