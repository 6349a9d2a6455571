#include "http/secrets/session_token_issuer.h"

#include <doctest/doctest.h>

#include <set>

#include "events/crypto/os_random.h"
#include "http/limits/in_flight_keys.h"
#include "http/secrets/credential_hash.h"

namespace countersign::http::session_token_issuer_test {

SessionTokenIssuer issuer_of(std::uint8_t key_byte, RandomSource& random) {
  std::array<std::uint8_t, 32> key{};
  key.fill(key_byte);
  return {SecretBytes<32>(key), random};
}

SessionId session(std::uint8_t byte) {
  Uuid uuid{};
  uuid.fill(byte);
  return SessionId(uuid);
}

TEST_CASE("a token has its prefix and 256 bits of base64url") {
  OsRandom random;
  const SessionTokenIssuer issuer = issuer_of(1, random);
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string token = issuer.random_token();
    CHECK(token.size() == 48);
    CHECK(is_token_text(token));
    CHECK(seen.insert(token).second);
  }
  CHECK(is_token_text(issuer.derived_token(ClientKey("svck_a"), session(1), "key")));
}

TEST_CASE("a text that cannot be a token is recognized by its form") {
  const std::string good = "svct_" + std::string(43, 'a');
  CHECK(is_token_text(good));
  CHECK_FALSE(is_token_text(""));
  CHECK_FALSE(is_token_text(good + "a"));
  CHECK_FALSE(is_token_text(good.substr(1)));
  CHECK_FALSE(is_token_text("SVCT_" + std::string(43, 'a')));
  CHECK_FALSE(is_token_text("svct_" + std::string(42, 'a') + "="));
  CHECK_FALSE(is_token_text("svct_" + std::string(42, 'a') + "+"));
}

TEST_CASE("the token of a redemption comes again from its session, code and key, and is no other") {
  OsRandom random;
  const SessionTokenIssuer issuer = issuer_of(1, random);
  const CodeHash code = hash_of_code("a code");
  const std::string token = issuer.joined_token(session(1), code, "key");
  CHECK(is_token_text(token));
  CHECK(issuer.joined_token(session(1), code, "key") == token);
  CHECK(issuer.joined_token(session(2), code, "key") != token);
  CHECK(issuer.joined_token(session(1), hash_of_code("another"), "key") != token);
  CHECK(issuer.joined_token(session(1), code, "key2") != token);
  CHECK(issuer_of(2, random).joined_token(session(1), code, "key") != token);
  CHECK(issuer.derived_token(ClientKey("joined"), session(1), "key") != token);
}

TEST_CASE("a derived token comes again from the same three things, and from nothing else") {
  OsRandom random;
  const SessionTokenIssuer issuer = issuer_of(1, random);
  const std::string token = issuer.derived_token(ClientKey("svck_a"), session(1), "key");
  CHECK(issuer.derived_token(ClientKey("svck_a"), session(1), "key") == token);
  CHECK(issuer.derived_token(ClientKey("svck_b"), session(1), "key") != token);
  CHECK(issuer.derived_token(ClientKey("svck_a"), session(2), "key") != token);
  CHECK(issuer.derived_token(ClientKey("svck_a"), session(1), "key2") != token);
  CHECK(issuer_of(2, random).derived_token(ClientKey("svck_a"), session(1), "key") != token);
}

TEST_CASE("a hash of words follows from the key, the session and the words, and is no token") {
  OsRandom random;
  const SessionTokenIssuer issuer = issuer_of(1, random);
  const std::string hash = issuer.hash_of_words(session(1), "note");
  CHECK(issuer.hash_of_words(session(1), "note") == hash);
  CHECK(issuer.hash_of_words(session(2), "note") != hash);
  CHECK(issuer.hash_of_words(session(1), "nota") != hash);
  CHECK(issuer_of(2, random).hash_of_words(session(1), "note") != hash);
  const std::string token = issuer.derived_token(ClientKey("words"), session(1), "note");
  CHECK(token != std::string(kTokenPrefix) + hash);
}

TEST_CASE("a key is in flight until its permit is let go") {
  InFlightKeys keys;
  const Sha256 key(sha256("a"));
  auto permit = keys.enter(key);
  REQUIRE(permit);
  CHECK_FALSE(keys.enter(key));
  CHECK(keys.enter(Sha256(sha256("b"))));
  auto moved = std::move(*permit);
  permit.reset();
  CHECK_FALSE(keys.enter(key));
  { const auto gone = std::move(moved); }
  CHECK(keys.enter(key));
}

}  // namespace countersign::http::session_token_issuer_test
