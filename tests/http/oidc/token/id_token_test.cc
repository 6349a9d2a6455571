#include "http/oidc/token/id_token.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "tests/http/oidc/support/token_maker.h"

namespace countersign::http::id_token_test {

constexpr std::int64_t kSeconds = 1'800'000'000;
constexpr UtcTime kNow{kSeconds * 1'000'000};
constexpr std::string_view kIssuer = "https://login.example/realm";
constexpr std::string_view kClient = "countersign";
constexpr std::string_view kNonce = "n-0S6_WzA2Mj";

std::string at(std::int64_t seconds_from_now) {
  return std::to_string(kSeconds + seconds_from_now);
}

const SigningKey& rsa() {
  static const SigningKey key = SigningKey::rsa("r1");
  return key;
}
const SigningKey& p256() {
  static const SigningKey key = SigningKey::p256("e1");
  return key;
}

const KeySet& keys() {
  static const KeySet both = parse_key_set(key_set({rsa().jwk(), p256().jwk()})).value();
  return both;
}

// The claims of a right token.
JsonMembers claims() {
  return {{"iss", json_text(kIssuer)},
          {"aud", json_text(kClient)},
          {"sub", json_text("248289761001")},
          {"nonce", json_text(kNonce)},
          {"iat", at(-1)},
          {"exp", at(300)}};
}
std::string payload(const JsonMembers& changes) {
  JsonMembers all = claims();
  for (const auto& [name, value] : changes) {
    if (value.empty()) {
      all.erase(name);
    } else {
      all[name] = value;
    }
  }
  return json_object(all);
}
std::string token(const JsonMembers& changes = {}) {
  return p256().sign("ES256", payload(changes));
}

Result<IdToken, IdTokenFault> judge(std::string_view text, std::string_view roles_claim = "roles") {
  return verify_id_token(text,
                         keys(),
                         {.issuer = kIssuer,
                          .client_id = kClient,
                          .nonce = kNonce,
                          .roles_claim = roles_claim,
                          .now = kNow});
}
std::string verdict(std::string_view text) {
  const auto judged = judge(text);
  return judged ? "accepted" : std::string(name_of(judged.error()));
}
std::string verdict(const JsonMembers& changes) { return verdict(token(changes)); }

const std::string kMalformed = "is malformed";
const std::string kAlgorithm = "is signed with an algorithm that is not accepted";
const std::string kKey = "is signed with a key that the provider does not publish";
const std::string kSignature = "has a wrong signature";
const std::string kAudience = "is for another client";

TEST_CASE("an ID token is accepted with each algorithm of the list") {
  CHECK(verdict(rsa().sign("RS256", payload({}))) == "accepted");
  CHECK(verdict(rsa().sign("PS256", payload({}))) == "accepted");
  CHECK(verdict(p256().sign("ES256", payload({}))) == "accepted");
  CHECK(judge(token())->subject == "248289761001");
}

TEST_CASE("an ID token without a signature is refused") {
  for (const char* none : {"none", "None", "NONE", ""}) {
    CAPTURE(none);
    const std::string text = to_base64url(json_object({{"alg", json_text(none)}})) + '.' +
                             to_base64url(payload({})) + '.';
    CHECK(verdict(text) == kAlgorithm);
  }
  CHECK(verdict(to_base64url("{}") + '.' + to_base64url(payload({})) + '.') == kAlgorithm);
}

TEST_CASE("an HMAC with a public key as its secret is no signature") {
  const std::string jwk = rsa().jwk();
  for (const std::string& secret : {rsa().public_pem(), jwk}) {
    const std::string text =
        to_base64url(json_object({{"alg", json_text("HS256")}, {"kid", json_text("r1")}})) + '.' +
        to_base64url(payload({}));
    const std::string mac(countersign::text_of(hmac_sha256(bytes_of(secret), text)));
    CHECK(verdict(text + '.' + to_base64url(mac)) == kAlgorithm);
  }
}

TEST_CASE("a key verifies only algorithms of its kind, and of its own `alg`") {
  const auto crossed = json_object({{"alg", json_text("RS256")}, {"kid", json_text("e1")}});
  CHECK(verdict(p256().sign("ES256", crossed, payload({}))) == kKey);
  const KeySet only_ps = parse_key_set(key_set({rsa().jwk({{"alg", json_text("PS256")}})})).value();
  const IdTokenRules rules{kIssuer, kClient, kNonce, "roles", kNow};
  CHECK(verify_id_token(rsa().sign("PS256", payload({})), only_ps, rules));
  const auto other = verify_id_token(rsa().sign("RS256", payload({})), only_ps, rules);
  REQUIRE_FALSE(other);
  CHECK(other.error() == IdTokenFault::UnknownKey);
}

TEST_CASE("the name of an algorithm does not change how a signature is verified") {
  const auto says_ps = json_object({{"alg", json_text("PS256")}, {"kid", json_text("r1")}});
  CHECK(verdict(rsa().sign("RS256", says_ps, payload({}))) == kSignature);
  const auto twice = std::string(R"({"alg":"RS256","alg":"HS256","kid":"r1"})");
  CHECK(verdict(rsa().sign("RS256", twice, payload({}))) == kMalformed);
}

TEST_CASE("an ID token of a foreign key is refused") {
  const SigningKey foreign = SigningKey::p256("e1");
  CHECK(verdict(foreign.sign("ES256", payload({}))) == kSignature);
  CHECK(verdict(SigningKey::p256("e2").sign("ES256", payload({}))) == kKey);
  // A key in the token itself is not looked at.
  const auto brought =
      json_object({{"alg", json_text("ES256")}, {"kid", json_text("e9")}, {"jwk", foreign.jwk()}});
  CHECK(verdict(foreign.sign("ES256", brought, payload({}))) == kKey);
}

TEST_CASE("a token without a key id fits a single key only") {
  const std::string header = json_object({{"alg", json_text("ES256")}});
  CHECK(verdict(p256().sign("ES256", header, payload({}))) == "accepted");
  const KeySet two = parse_key_set(key_set({p256().jwk(), SigningKey::p256("e2").jwk()})).value();
  const auto judged = verify_id_token(
      p256().sign("ES256", header, payload({})), two, {kIssuer, kClient, kNonce, "roles", kNow});
  REQUIRE_FALSE(judged);
  CHECK(judged.error() == IdTokenFault::UnknownKey);
}

TEST_CASE("a token with the id of no key fits a single key without an id only") {
  const auto judged_by = [](const std::vector<std::string>& jwks) {
    const auto judged = verify_id_token(
        token(), parse_key_set(key_set(jwks)).value(), {kIssuer, kClient, kNonce, "roles", kNow});
    return judged ? "accepted" : std::string(name_of(judged.error()));
  };
  const auto nameless = [](const SigningKey& key, JsonMembers more = {}) {
    more["kid"] = json_text("");
    return key.jwk(more);
  };
  const SigningKey other = SigningKey::p256("e2");
  CHECK(judged_by({nameless(p256())}) == "accepted");
  CHECK(judged_by({nameless(p256()), nameless(rsa())}) == "accepted");
  CHECK(judged_by({nameless(p256()), rsa().jwk()}) == "accepted");
  CHECK(judged_by({nameless(p256()), nameless(other, {{"use", json_text("enc")}})}) == "accepted");
  CHECK(judged_by({nameless(p256(), {{"alg", json_text("ES256")}})}) == "accepted");
  CHECK(judged_by({nameless(other)}) == kSignature);
  CHECK(judged_by({nameless(p256()), nameless(other)}) == kKey);
  CHECK(judged_by({nameless(p256()), other.jwk()}) == kKey);
  CHECK(judged_by({other.jwk()}) == kKey);
  CHECK(judged_by({nameless(rsa())}) == kKey);
  CHECK(judged_by({nameless(p256(), {{"use", json_text("enc")}})}) == kKey);
  CHECK(judged_by({nameless(other), p256().jwk()}) == "accepted");  // by its id
}

TEST_CASE("a bent ID token is refused wherever it is bent") {
  const std::string right = token();
  REQUIRE(verdict(right) == "accepted");
  for (std::size_t place = 0; place < right.size(); ++place) {
    std::string bent = right;
    bent[place] = bent[place] == 'A' ? 'B' : 'A';
    CAPTURE(place);
    CHECK(verdict(bent) != "accepted");
  }
  const std::size_t first = right.find('.');
  const std::size_t second = right.rfind('.');
  CHECK(verdict(right.substr(0, first + 1) + to_base64url(payload({{"sub", json_text("root")}})) +
                right.substr(second)) == kSignature);
  CHECK(verdict(right.substr(0, second + 1)) == kSignature);
  CHECK(verdict(right.substr(0, second)) == kMalformed);
  CHECK(verdict(right + ".AAAA") == kMalformed);
  CHECK(verdict("") == kMalformed);
  CHECK(verdict("..") == kMalformed);
}

TEST_CASE("a signature of another size than the key's is none") {
  const std::string right = token();
  const std::size_t second = right.rfind('.');
  const std::string numbers = from_base64url(right.substr(second + 1)).value();
  REQUIRE(numbers.size() == 64);
  const auto with = [&](const std::string& signature) {
    return verdict(right.substr(0, second + 1) + to_base64url(signature));
  };
  CHECK(with(numbers) == "accepted");
  CHECK(with(numbers.substr(0, 63)) == kSignature);
  CHECK(with(numbers + '\0') == kSignature);
  CHECK(with(std::string(1, '\0') + numbers) == kSignature);
  CHECK(with(std::string(64, '\0')) == kSignature);
  CHECK(with(std::string(64, '\xff')) == kSignature);
  CHECK(with("\x30\x06\x02\x01\x01\x02\x01\x01") == kSignature);  // DER
  CHECK(with(std::string(20'000, 'x')) == kSignature);
  const std::string by_rsa = rsa().sign("RS256", payload({}));
  const std::size_t dot = by_rsa.rfind('.');
  const std::string bytes = from_base64url(by_rsa.substr(dot + 1)).value();
  CHECK(verdict(by_rsa.substr(0, dot + 1) + to_base64url(std::string(1, '\0') + bytes)) ==
        kSignature);
  CHECK(verdict(by_rsa.substr(0, dot + 1) + to_base64url(bytes.substr(1))) == kSignature);
}

TEST_CASE("a header that asks for an extension is refused") {
  const auto header = json_object({{"alg", json_text("ES256")},
                                   {"kid", json_text("e1")},
                                   {"crit", R"(["b64"])"},
                                   {"b64", "true"}});
  CHECK(verdict(p256().sign("ES256", header, payload({}))) == kMalformed);
}

TEST_CASE("the issuer of an ID token is exactly the operator's") {
  for (const char* issuer : {"https://login.example/realm/",
                             "https://login.example",
                             "https://LOGIN.example/realm",
                             "http://login.example/realm",
                             ""}) {
    CAPTURE(issuer);
    CHECK(verdict({{"iss", json_text(issuer)}}) == "is of another issuer");
  }
  CHECK(verdict({{"iss", ""}}) == "is of another issuer");
  CHECK(verdict({{"iss", R"(["https://login.example/realm"])"}}) == "is of another issuer");
}

TEST_CASE("an ID token is for this client") {
  CHECK(verdict({{"aud", R"(["countersign"])"}}) == "accepted");
  CHECK(verdict({{"aud", json_text("other")}}) == kAudience);
  CHECK(verdict({{"aud", R"(["other"])"}}) == kAudience);
  CHECK(verdict({{"aud", "[]"}}) == kAudience);
  CHECK(verdict({{"aud", ""}}) == kAudience);
  CHECK(verdict({{"aud", "7"}}) == kAudience);
  const std::string several = R"(["other","countersign"])";
  CHECK(verdict({{"aud", several}}) == kAudience);
  CHECK(verdict({{"aud", several}, {"azp", json_text("other")}}) == kAudience);
  CHECK(verdict({{"aud", several}, {"azp", json_text("countersign")}}) == "accepted");
  CHECK(verdict({{"azp", json_text("other")}}) == kAudience);
  CHECK(verdict({{"azp", json_text("countersign")}}) == "accepted");
}

TEST_CASE("an ID token is of this login") {
  CHECK(verdict({{"nonce", json_text("another")}}) == "is of another login");
  CHECK(verdict({{"nonce", ""}}) == "is of another login");
  CHECK(verdict({{"nonce", "null"}}) == "is of another login");
}

TEST_CASE("an ID token is valid now, give or take a minute") {
  CHECK(verdict({{"exp", at(-59)}}) == "accepted");
  CHECK(verdict({{"exp", at(-60)}}) == "has expired");
  CHECK(verdict({{"exp", at(300) + ".5"}}) == "accepted");
  CHECK(verdict({{"iat", at(60)}}) == "accepted");
  CHECK(verdict({{"iat", at(61)}}) == "is issued in the future");
  CHECK(verdict({{"nbf", at(60)}}) == "accepted");
  CHECK(verdict({{"nbf", at(61)}}) == "is issued in the future");
  for (const char* name : {"exp", "iat", "nbf"}) {
    CAPTURE(name);
    for (const char* no_time : {"-1", "1e300", "\"1800000300\"", "null", "true"}) {
      CHECK(verdict({{name, no_time}}) == kMalformed);
    }
  }
  CHECK(verdict({{"exp", ""}}) == kMalformed);
  CHECK(verdict({{"iat", ""}}) == kMalformed);
}

TEST_CASE("an ID token names its subject") {
  CHECK(verdict({{"sub", ""}}) == "names no subject");
  CHECK(verdict({{"sub", json_text("")}}) == "names no subject");
  CHECK(verdict({{"sub", "7"}}) == "names no subject");
  CHECK(verdict({{"sub", json_text(std::string(256, 's'))}}) == "names no subject");
  CHECK(verdict({{"sub", json_text(std::string(255, 's'))}}) == "accepted");
}

TEST_CASE("an ID token that is too long, or no object, is refused") {
  CHECK(verdict({{"sub", json_text(std::string(kIdTokenMax, 's'))}}) == kMalformed);
  for (const char* text : {"[]", "", "null", "{", "{}{}", R"({"iss":"a","iss":"b"})"}) {
    CAPTURE(text);
    CHECK(verdict(p256().sign("ES256", text)) == kMalformed);
  }
}

std::vector<std::string> roles(const JsonMembers& changes, std::string_view claim) {
  return judge(token(changes), claim)->roles;
}

TEST_CASE("roles come from the claim that the operator names") {
  using List = std::vector<std::string>;
  CHECK(roles({{"roles", R"(["a","b"])"}}, "roles") == List{"a", "b"});
  CHECK(roles({{"roles", json_text("a")}}, "roles") == List{"a"});
  CHECK(roles({{"roles", json_text("a b")}}, "roles") == List{"a b"});
  CHECK(roles({}, "roles").empty());
  CHECK(roles({{"roles", R"([7,null,{"a":1},["b"],"c"])"}}, "roles") == List{"c"});
  CHECK(roles({{"roles", R"({"a":"b"})"}}, "roles").empty());
  CHECK(roles({{"realm_access", R"({"roles":["a"]})"}}, "realm_access.roles") == List{"a"});
  CHECK(roles({{"https://a.example/roles", R"(["a"])"}}, "https://a.example/roles") == List{"a"});
  CHECK(roles({{"realm_access", R"(["roles"])"}}, "realm_access.roles").empty());
  CHECK(roles({{"resource_access", R"({"review.example.com":{"roles":["workers"]}})"}},
              "/resource_access/review.example.com/roles") == List{"workers"});
  CHECK(roles({{"https://a.example/roles", R"(["a"])"}}, "/https:~1~1a.example~1roles") ==
        List{"a"});
}

TEST_CASE("an ID token of a quarter of a megabyte is read, with all of its roles") {
  std::string groups = "[\"group-0\"";
  std::size_t count = 1;
  const auto token_of = [&] { return token({{"roles", groups + "]"}}); };
  while (payload({{"roles", groups + "]"}}).size() < 190'000) {
    groups += ",\"" + std::to_string(count++) + "\"";
  }
  const std::string large = token_of();
  CHECK(large.size() > 250'000);
  CHECK(large.size() <= kIdTokenMax);
  const auto judged = judge(large);
  REQUIRE(judged);
  CHECK(judged->roles.size() == count);
  CHECK(judged->roles.back() == std::to_string(count - 1));
  groups += ",\"" + std::string(16'000, 'g') + "\"";
  CHECK(token_of().size() > kIdTokenMax);
  CHECK(verdict(token_of()) == kMalformed);
}

TEST_CASE("claims that hold more than an honest provider writes are not read") {
  const std::string empty_lists = "[" + std::string(90'000, ',') + "1]";
  CHECK(verdict({{"roles", empty_lists}}) == kMalformed);
  std::string numbers = "[1";
  for (int i = 0; i < 70'000; ++i) numbers += ",1";
  CHECK(verdict({{"roles", numbers + "]"}}) == kMalformed);
  CHECK(verdict({{"roles", std::string(40, '[') + std::string(40, ']')}}) == kMalformed);
}

TEST_CASE("a name is what a screen can show, or none") {
  const auto name = [](const JsonMembers& changes) { return judge(token(changes))->name; };
  CHECK(name({{"name", json_text("Anna Ärm")}}) == "Anna Ärm");
  CHECK(name({{"preferred_username", json_text("anna")}}) == "anna");
  CHECK(name({{"name", json_text("A\\u202eb")}, {"email", json_text("a@b.example")}}) ==
        "a@b.example");
  CHECK(name({{"name", json_text("A\\u001b[2J")}}) == "");
  CHECK(name({{"name", json_text(std::string(101, 'n'))}}) == "");
}

}  // namespace countersign::http::id_token_test
