#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "events/crypto/base64url.h"
#include "events/crypto/sha256.h"
#include "events/vault/sealed_text.h"
#include "events/vault/session_key.h"
#include "tests/events/hex.h"
#include "tests/events/vault_fixture.h"

namespace countersign {
namespace {

SecretBytes<32> fixed_secret(std::string_view text) { return SecretBytes<32>(sha256(text)); }

class CountingRandom : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override {
    for (std::uint8_t& byte : out) byte = next_++;
  }

 private:
  std::uint8_t next_ = 0;
};

struct Keys {
  OsRandom random;
  SessionId session{*parse_uuid("00112233-4455-4677-8899-aabbccddeeff")};
  SessionId other_session{*parse_uuid("00112233-4455-4677-8899-aabbccddeefe")};
  SessionKey key{fixed_secret("session")};
  KeyWrap wrap{fixed_secret("wrapping"), random};
};

TEST_CASE("a session key that was wrapped is unwrapped, and cannot be seen meanwhile") {
  Keys keys;
  const WrappedKey wrapped = keys.wrap.wrap(keys.session, keys.key);
  CHECK(wrapped.value().size() == kWrappedKeyBytes);
  const auto unwrapped = keys.wrap.unwrap(keys.session, wrapped);
  REQUIRE(unwrapped);
  CHECK(std::ranges::equal(unwrapped->reveal(), keys.key.reveal()));
  CHECK(wrapped.value().find(text_of(keys.key.reveal()).substr(0, 4)) == std::string::npos);
}

TEST_CASE("a key is wrapped differently every time") {
  Keys keys;
  std::set<WrappedKey> all;
  for (int i = 0; i < 100; ++i) all.insert(keys.wrap.wrap(keys.session, keys.key));
  CHECK(all.size() == 100);
}

TEST_CASE("no changed bit of a wrapped key is accepted") {
  Keys keys;
  const std::string wrapped = keys.wrap.wrap(keys.session, keys.key).value();
  for (std::size_t bit = 0; bit < wrapped.size() * 8; ++bit) {
    std::string changed = wrapped;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    const auto unwrapped = keys.wrap.unwrap(keys.session, WrappedKey(changed));
    REQUIRE_FALSE(unwrapped);
    CHECK(unwrapped.error() == (bit < 8 ? UnwrapError::Malformed : UnwrapError::NotAuthentic));
  }
}

TEST_CASE("a wrapped key of another length is malformed") {
  Keys keys;
  const std::string wrapped = keys.wrap.wrap(keys.session, keys.key).value();
  for (std::size_t size = 0; size < wrapped.size(); ++size) {
    const auto unwrapped = keys.wrap.unwrap(keys.session, WrappedKey(wrapped.substr(0, size)));
    REQUIRE_FALSE(unwrapped);
    CHECK(unwrapped.error() == UnwrapError::Malformed);
  }
  CHECK_FALSE(keys.wrap.unwrap(keys.session, WrappedKey(wrapped + 'x')));
}

TEST_CASE("a wrapped key is of use to its session and its master key alone") {
  Keys keys;
  const WrappedKey wrapped = keys.wrap.wrap(keys.session, keys.key);
  const KeyWrap other(fixed_secret("another"), keys.random);
  CHECK_FALSE(keys.wrap.unwrap(keys.other_session, wrapped));
  CHECK_FALSE(other.unwrap(keys.session, wrapped));
}

// What is in databases today must be read by every later version.
TEST_CASE("the formats of wrapped keys and sealed texts are what they always were") {
  Keys keys;
  CountingRandom counting;
  const KeyWrap wrap(fixed_secret("wrapping"), counting);
  CHECK(hex_of(wrap.wrap(keys.session, keys.key).value()) ==
        "01000102030405060708090a0b64c53e72debeb5e43a70f359e73c6b3f20ec97f7d7a13fa8ec01fd0f9a285198"
        "9369b00a46961d091744ebeaa7d1e138");
  CHECK(seal_text(keys.key, keys.session, "address", "192.0.2.1", counting) ==
        "AQwNDg8QERITFBUWF8hjRLDOpZdtf0_sJ7LvGSwpksli82LfCG4");
}

TEST_CASE("a text that was sealed is opened, whatever its length") {
  Keys keys;
  for (const std::size_t size : {0, 1, 15, 16, 17, 1000, 100'000}) {
    const std::string plain = bytes_like_an_image(size);
    const std::string sealed = seal_text(keys.key, keys.session, "agent", plain, keys.random);
    CHECK(open_text(keys.key, keys.session, "agent", sealed) == plain);
    CHECK(from_base64url(sealed));
  }
}

TEST_CASE("a text is sealed differently every time") {
  Keys keys;
  std::set<std::string> all;
  for (int i = 0; i < 100; ++i) {
    all.insert(seal_text(keys.key, keys.session, "agent", "curl", keys.random));
  }
  CHECK(all.size() == 100);
}

TEST_CASE("a sealed text opens for its session, place and key alone") {
  Keys keys;
  const std::string sealed = seal_text(keys.key, keys.session, "agent", "curl", keys.random);
  CHECK(open_text(keys.key, keys.session, "agent", sealed) == "curl");
  CHECK_FALSE(open_text(keys.key, keys.other_session, "agent", sealed));
  CHECK_FALSE(open_text(keys.key, keys.session, "address", sealed));
  CHECK_FALSE(open_text(keys.key, keys.session, "", sealed));
  CHECK_FALSE(open_text(SessionKey(fixed_secret("another")), keys.session, "agent", sealed));
}

TEST_CASE("no changed, cut or foreign sealed text is opened") {
  Keys keys;
  const std::string sealed = seal_text(keys.key, keys.session, "agent", "curl", keys.random);
  const std::string bytes = *from_base64url(sealed);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    CHECK_FALSE(open_text(keys.key, keys.session, "agent", to_base64url(changed)));
  }
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    CHECK_FALSE(open_text(keys.key, keys.session, "agent", sealed.substr(0, size)));
  }
  CHECK_FALSE(open_text(keys.key, keys.session, "agent", "curl/8.0 (not sealed at all)"));
}

}  // namespace
}  // namespace countersign
