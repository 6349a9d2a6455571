#include <doctest/doctest.h>

#include <string>
#include <type_traits>

#include "core/ids.h"
#include "core/text/base64url.h"
#include "events/crypto/os_random.h"
#include "tests/events/tlog/note/keys.h"

namespace countersign::tlog::note_key_test {

TEST_CASE("a key name is a printable word without spaces and plus signs") {
  for (const std::string_view name :
       {"a", "example.com/log", "Zürich", "日本", "—", "\xE2\x80\x8B"}) {
    CAPTURE(name);
    CHECK(is_key_name(name));
  }
  for (const std::string_view name : {"",
                                      " ",
                                      "a b",
                                      "a+b",
                                      "a\n",
                                      "a\tb",
                                      "a\x01",
                                      "a\x1b[2J",
                                      "a\x7f",
                                      "evil\xC2\x9B"
                                      "2J",  // U+009B, CSI
                                      "a\xC2\x80",
                                      "a\xD8\x9C",          // U+061C
                                      "a\xE2\x80\x8E",      // U+200E
                                      "a\xE2\x80\x8F",      // U+200F
                                      "a\xE2\x80\xAA",      // U+202A
                                      "a\xE2\x80\xAE",      // U+202E
                                      "a\xE2\x81\xA6",      // U+2066
                                      "a\xE2\x81\xA9",      // U+2069
                                      "a\xEF\xBB\xBF",      // U+FEFF
                                      "a\xF3\xA0\x80\x81",  // U+E0001
                                      "a\xE2\x80\xA9",
                                      "a\xC2\x85",
                                      "a\xC2\xA0z",
                                      "\xE1\x9A\x80",
                                      "\xE2\x80\x80",
                                      "\xE2\x80\x8A",
                                      "\xE2\x80\xA8",
                                      "\xE2\x80\xAF",
                                      "\xE2\x81\x9F",
                                      "\xE3\x80\x80",
                                      "a\xFF",
                                      "\xC0\xA0",
                                      "\xE2\x80"}) {
    CAPTURE(name);
    CHECK_FALSE(is_key_name(name));
  }
  CHECK_FALSE(is_key_name(std::string_view("a\0", 2)));
}

TEST_CASE("verifier keys that others have published survive") {
  for (const std::string_view text :
       {kPeterVerifier,
        kEnochVerifier,
        std::string_view(
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")}) {
    const auto key = VerifierKey::parse(text);
    REQUIRE(key);
    CHECK(key->type() == KeyType::Log);
    CHECK(key->to_text() == text);
  }
  CHECK(VerifierKey::parse(kPeterVerifier)->name() == "PeterNeumann");
  CHECK(VerifierKey::parse(kPeterVerifier)->id() == 0xc74f20a3);
}

TEST_CASE("a verifier key that was cut or changed anywhere is none") {
  const std::string whole(kPeterVerifier);
  for (std::size_t begin = 0; begin < whole.size(); ++begin) {
    for (std::size_t count = 0; count <= whole.size() - begin; ++count) {
      if (count == whole.size()) continue;
      CHECK_FALSE(VerifierKey::parse(whole.substr(begin, count)));
    }
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = whole;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      CHECK_FALSE(VerifierKey::parse(other));
    }
  }
  CHECK_FALSE(VerifierKey::parse(whole + "\n"));
  // A wrong key length, and an unknown type, each under the matching id.
  CHECK_FALSE(VerifierKey::parse(
      "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="));
  CHECK_FALSE(
      VerifierKey::parse("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"));
}

TEST_CASE("a verifier key for which anybody can sign is refused when it is read") {
  for (const char* hex : {"0100000000000000000000000000000000000000000000000000000000000000",
                          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "0000000000000000000000000000000000000000000000000000000000000080",
                          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"}) {
    for (const KeyType type : {KeyType::Log, KeyType::Witness}) {
      CAPTURE(hex);
      const VerifierKey weak(type, "log.example", parse_digest(hex).value());
      const auto parsed = VerifierKey::parse(weak.to_text());
      REQUIRE_FALSE(parsed);
      CHECK(parsed.error().find("log.example") == std::string::npos);
    }
  }
}

TEST_CASE("a verifier key has one spelling") {
  const std::string text(kPeterVerifier);
  const std::size_t id = text.find('+') + 1;
  std::string upper = text;
  upper[id] = 'C';  // the id was c74f20a3
  REQUIRE(upper != text);
  CHECK_FALSE(VerifierKey::parse(upper));
  CHECK_FALSE(VerifierKey::parse(text + "="));
  CHECK_FALSE(VerifierKey::parse(text + "===="));
  CHECK_FALSE(VerifierKey::parse(text + " "));
  CHECK_FALSE(VerifierKey::parse(" " + text));
}

TEST_CASE("the signer keys of the documentation are those of its verifier keys") {
  const auto peter = SignerKey::parse(Secret(kPeterSigner));
  REQUIRE(peter);
  CHECK(peter->verifier().to_text() == kPeterVerifier);
  CHECK(peter->to_text().reveal() == kPeterSigner);
  CHECK(SignerKey::parse(Secret(std::string(kPeterSigner) + "\n")));
  CHECK_FALSE(SignerKey::parse(Secret(std::string(kPeterSigner) + "\n\n")));
  CHECK(signer(KeyType::Log, "EnochRoot", 0).verifier().to_text() == kEnochVerifier);
}

TEST_CASE("a signer key that was cut or changed anywhere is none, and is not quoted") {
  const std::string whole(kPeterSigner);
  const auto refuse = [](const std::string& text) {
    const auto key = SignerKey::parse(Secret(text));
    REQUIRE_FALSE(key);
    CHECK(key.error().find("AYEKF") == std::string::npos);
  };
  for (std::size_t begin = 0; begin < whole.size(); ++begin) {
    refuse(whole.substr(begin + 1));
    refuse(whole.substr(0, begin));
    std::string other = whole;
    other[begin] = static_cast<char>(other[begin] ^ 1);
    refuse(other);
  }
}

TEST_CASE("a key that was generated survives both its texts") {
  OsRandom random;
  for (const KeyType type : {KeyType::Log, KeyType::Witness}) {
    const SignerKey key = SignerKey::generate(type, "name.example", random);
    const auto signer_again = SignerKey::parse(key.to_text());
    const auto verifier_again = VerifierKey::parse(key.verifier().to_text());
    REQUIRE(signer_again);
    REQUIRE(verifier_again);
    CHECK(*verifier_again == key.verifier());
    CHECK(verifier_again->type() == type);
    CHECK(signer_again->verifier() == key.verifier());
    CHECK(signer_again->sign("text") == key.sign("text"));
  }
  CHECK(SignerKey::generate(KeyType::Log, "a", random).verifier().key() !=
        SignerKey::generate(KeyType::Log, "a", random).verifier().key());
}

TEST_CASE("one key of two types or two names has different ids") {
  const auto id = [](KeyType type, std::string name) {
    return signer(type, std::move(name), 7).verifier().id();
  };
  CHECK(id(KeyType::Log, "a") != id(KeyType::Witness, "a"));
  CHECK(id(KeyType::Log, "a") != id(KeyType::Log, "b"));
}

static_assert(!std::is_copy_constructible_v<SignerKey>);

}  // namespace countersign::tlog::note_key_test
