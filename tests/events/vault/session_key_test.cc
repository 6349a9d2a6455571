#include "events/vault/session_key.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/sealed_text.h"
#include "tests/events/support/hex.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::session_key_test {

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
  SecretBytes<32> leaf_key = fixed_secret("slot");
  KeyLeaves leaves{{{20261221, 0x0123456789abcdef}, 77}, KeyLeaf{{20261122, 7}, 4096}};

  WrappedKey wrap() { return wrap_key(leaf_key, leaves, session, key, random); }
  auto unwrap(const WrappedKey& wrapped) { return unwrap_key(leaf_key, session, wrapped); }
};

TEST_CASE("a session key that was wrapped is unwrapped, and cannot be seen meanwhile") {
  Keys keys;
  const WrappedKey wrapped = keys.wrap();
  CHECK(wrapped.value().size() == kWrappedKeyBytes);
  const auto unwrapped = keys.unwrap(wrapped);
  REQUIRE(unwrapped);
  CHECK(std::ranges::equal(unwrapped->reveal(), keys.key.reveal()));
  CHECK(wrapped.value().find(text_of(keys.key.reveal()).substr(0, 4)) == std::string::npos);
  CHECK(leaves_of(wrapped) == keys.leaves);
  keys.leaves.previous.reset();
  CHECK(leaves_of(keys.wrap()) == keys.leaves);
}

TEST_CASE("a wrapped key names every leaf that has wrapped the key") {
  Keys keys;
  for (const std::size_t earlier : {std::size_t{1}, std::size_t{2}, kEarlierLeavesMax}) {
    keys.leaves.earlier.clear();
    for (std::uint32_t i = 0; i < earlier; ++i) {
      keys.leaves.earlier.push_back({{20261121, i}, kTreeLeaves - 1 - i});
    }
    const WrappedKey wrapped = keys.wrap();
    CHECK(leaves_of(wrapped) == keys.leaves);
    CHECK(leaves_of(wrapped)->all().size() == 2 + earlier);
    const auto unwrapped = keys.unwrap(wrapped);
    REQUIRE(unwrapped);
    CHECK(std::ranges::equal(unwrapped->reveal(), keys.key.reveal()));
    const std::vector<KeyLeaf> all = leaves_of(wrapped)->all();
    CHECK(leaves_after(all.front(), std::span(all).subspan(1)) == keys.leaves);
  }
}

TEST_CASE("no changed bit of a wrapped key with earlier leaves is accepted, and no other length") {
  Keys keys;
  keys.leaves.earlier = {{{20261121, 3}, 5}, {{20261120, 4}, 6}};
  const std::string wrapped = keys.wrap().value();
  for (std::size_t bit = 0; bit < wrapped.size() * 8; ++bit) {
    std::string changed = wrapped;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    CHECK_FALSE(keys.unwrap(WrappedKey(changed)));
  }
  for (std::size_t size = 0; size < wrapped.size(); ++size) {
    CHECK(keys.unwrap(WrappedKey(wrapped.substr(0, size))).error() == UnwrapError::Malformed);
  }
  CHECK(keys.unwrap(WrappedKey(wrapped + 'x')).error() == UnwrapError::Malformed);
}

TEST_CASE("a key is wrapped differently every time") {
  Keys keys;
  std::set<WrappedKey> all;
  for (int i = 0; i < 100; ++i) all.insert(keys.wrap());
  CHECK(all.size() == 100);
}

TEST_CASE("no changed bit of a wrapped key is accepted") {
  Keys keys;
  const std::string wrapped = keys.wrap().value();
  for (std::size_t bit = 0; bit < wrapped.size() * 8; ++bit) {
    std::string changed = wrapped;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    const auto unwrapped = keys.unwrap(WrappedKey(changed));
    REQUIRE_FALSE(unwrapped);
    // The version, and the upper bits of the two leaves, which no tree has.
    const std::size_t byte = bit / 8;
    const bool is_leaf = (byte >= 13 && byte < 17) || (byte >= 29 && byte < 33);
    const bool beyond = is_leaf && (bit / 8 - 13) % 16 * 8 + (7 - bit % 8) < 32 - kTreeDepth;
    const bool malformed = bit < 8 || beyond;
    CHECK(unwrapped.error() == (malformed ? UnwrapError::Malformed : UnwrapError::NotAuthentic));
  }
}

TEST_CASE("a wrapped key of an earlier version is malformed") {
  Keys keys;
  std::string wrapped = keys.wrap().value();
  wrapped[0] = 2;
  CHECK(keys.unwrap(WrappedKey(wrapped)).error() == UnwrapError::Malformed);
  // With the length that it had.
  CHECK(keys.unwrap(WrappedKey(wrapped.substr(0, 85))).error() == UnwrapError::Malformed);
}

TEST_CASE("a wrapped key of another length is malformed") {
  Keys keys;
  const std::string wrapped = keys.wrap().value();
  for (std::size_t size = 0; size < wrapped.size(); ++size) {
    const auto unwrapped = keys.unwrap(WrappedKey(wrapped.substr(0, size)));
    REQUIRE_FALSE(unwrapped);
    CHECK(unwrapped.error() == UnwrapError::Malformed);
  }
  CHECK_FALSE(keys.unwrap(WrappedKey(wrapped + 'x')));
}

TEST_CASE("a wrapped key is of use to its session and its leaf alone") {
  Keys keys;
  const WrappedKey wrapped = keys.wrap();
  CHECK_FALSE(unwrap_key(keys.leaf_key, keys.other_session, wrapped));
  CHECK_FALSE(unwrap_key(fixed_secret("another"), keys.session, wrapped));
}

// Every later version must read the wrapped keys and sealed texts that are in databases today.
TEST_CASE("the formats of wrapped keys and sealed texts are what they always were") {
  Keys keys;
  CountingRandom counting;
  CHECK(
      hex_of(wrap_key(keys.leaf_key, keys.leaves, keys.session, keys.key, counting).value()) ==
      "03013529650123456789abcdef0000004d0135290200000000000000070000100000010203"
      "0405060708090a0b80bd32f97a8cadd5d61ce588c803569b794cee2bddaeb76e1edc47a39dd8339a9782d69de7d3"
      "ce6185ed07d4ba8cb5c7");
  CHECK(
      seal_text(keys.key, keys.session, "address", "192.0.2.1", counting) ==
      "AgwNDg8QERITFBUWFxC37YvnH29bg9aBN9jPybdvgIHd7CmN4R_ZSEwF4WiqdEG81AWoh5XmTUmbgsE_e6OitOyZb_3i"
      "3K7O5Aarrny7K8hNnyIzbTvtFzFQESk7vQEWIg");
  // As sealed texts were before they were padded.
  CHECK(open_text(keys.key,
                  keys.session,
                  "address",
                  "AQwNDg8QERITFBUWF8hjRLDOpZdtf0_sJ7LvGSwpksli82LfCG4") == "192.0.2.1");
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

TEST_CASE("texts of 1 to 64 bytes are sealed in one length") {
  Keys keys;
  const auto sealed_size = [&](std::size_t size) {
    return seal_text(keys.key, keys.session, "words", std::string(size, 'w'), keys.random).size();
  };
  for (std::size_t size = 0; size <= 64; ++size) CHECK(sealed_size(size) == sealed_size(1));
  for (std::size_t size = 65; size <= 128; ++size) CHECK(sealed_size(size) == sealed_size(65));
  CHECK(sealed_size(64) < sealed_size(65));
  // Longer ones have fewer lengths.
  for (std::size_t size = 1025; size <= 2048; ++size) CHECK(sealed_size(size) == sealed_size(2048));
  CHECK(sealed_size(1024) < sealed_size(1025));
  CHECK(sealed_size(8193) == sealed_size(16'384));
}

TEST_CASE("a sealed text of one version is no text of the other") {
  Keys keys;
  std::string bytes =
      *from_base64url(seal_text(keys.key, keys.session, "agent", "curl", keys.random));
  bytes[0] = 1;
  CHECK_FALSE(open_text(keys.key, keys.session, "agent", to_base64url(bytes)));
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

}  // namespace countersign::session_key_test
