#include "http/oidc/token/key_set.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/oidc/support/token_maker.h"

namespace countersign::http::key_set_test {

std::size_t usable(const std::string& jwk) { return parse_key_set(key_set({jwk})).value().size(); }

TEST_CASE("a key set is read, and keys that are of no use here are left out") {
  const SigningKey rsa = SigningKey::rsa("r");
  const SigningKey p256 = SigningKey::p256("e");
  const auto keys = parse_key_set(key_set({R"({"kty":"oct","k":"AAAA","kid":"h"})",
                                           R"({"kty":"OKP","crv":"Ed25519","x":"AAAA"})",
                                           "7",
                                           rsa.jwk({{"use", json_text("sig")}}),
                                           p256.jwk({{"alg", json_text("ES256")}})}));
  REQUIRE(keys);
  REQUIRE(keys->size() == 2);
  CHECK((*keys)[0].id == "r");
  CHECK((*keys)[0].kind == KeyKind::Rsa);
  CHECK_FALSE((*keys)[0].only_for);
  CHECK((*keys)[1].only_for == SignatureAlgorithm::Es256);
  CHECK(usable(rsa.jwk({{"use", json_text("enc")}})) == 0);
  CHECK(usable(rsa.jwk({{"alg", json_text("RS512")}})) == 0);
  CHECK(usable(rsa.jwk({{"alg", json_text("ES256")}})) == 0);
  CHECK(usable(rsa.jwk({{"alg", json_text("HS256")}})) == 0);
  CHECK(usable(rsa.jwk({{"kty", json_text("EC")}})) == 0);
  CHECK(usable(p256.jwk({{"crv", json_text("P-384")}})) == 0);
  CHECK(usable(p256.jwk({{"x", json_text("AAAA")}})) == 0);
  CHECK(usable(p256.jwk({{"kid", json_text(std::string(257, 'k'))}})) == 0);
}

TEST_CASE("an RSA key that is weak, or takes long to verify with, is left out") {
  CHECK(usable(SigningKey::rsa("r", 1024).jwk()) == 0);
  const SigningKey rsa = SigningKey::rsa("r");
  CHECK(usable(rsa.jwk({{"n", json_text(std::string(2000, 'v'))}})) == 0);
  CHECK(usable(rsa.jwk({{"n", json_text(std::string(340, 'A') + "vw")}})) == 0);  // zeros
  CHECK(usable(rsa.jwk({{"e", json_text(std::string(340, 'v'))}})) == 0);
  CHECK(usable(rsa.jwk({{"e", json_text("")}})) == 0);
  CHECK(usable(rsa.jwk({{"e", json_text("AQ")}})) == 0);                                  // 1
  CHECK(usable(rsa.jwk({{"e", json_text("AAAQ")}})) == 0);                                // even
  CHECK(usable(rsa.jwk({{"n", json_text(std::string(342, 'v') + "A")}})) == 0);           // even
  CHECK(usable(rsa.jwk({{"n", json_text(std::string(341, '_') + "_w=")}})) == 0);         // padding
  CHECK(usable(rsa.jwk({{"x5c", "[" + json_text(std::string(4000, 'A')) + "]"}})) == 1);  // unread
}

TEST_CASE("a point that is not on the curve is no key, nor one that is said twice") {
  const SigningKey p256 = SigningKey::p256("e");
  const std::string zeros = json_text(std::string(43, 'A'));
  CHECK(usable(p256.jwk({{"x", zeros}})) == 0);
  CHECK(usable(p256.jwk({{"x", zeros}, {"y", zeros}})) == 0);
  std::string twice = p256.jwk();
  twice.insert(1, R"("x":)" + zeros + ',');
  CHECK(usable(twice) == 0);
}

TEST_CASE("what is no key set is none") {
  for (const char* text : {"", "[]", "{}", R"({"keys":{}})", R"({"keys":[],"keys":[]})"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_key_set(text));
  }
  CHECK(parse_key_set(R"({"keys":[]})")->empty());
  CHECK(parse_key_set(key_set(std::vector<std::string>(kKeysMax, "{}"))));
  CHECK_FALSE(parse_key_set(key_set(std::vector<std::string>(kKeysMax + 1, "{}"))));
}

TEST_CASE("two keys of one name are no key") {
  const KeySet keys =
      parse_key_set(key_set({SigningKey::p256("e").jwk(), SigningKey::p256("e").jwk()})).value();
  CHECK(find_key(keys, SignatureAlgorithm::Es256, "e") == nullptr);
  CHECK(find_key(keys, SignatureAlgorithm::Rs256, "e") == nullptr);
}

}  // namespace countersign::http::key_set_test
