#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/crypto/ed25519_public_key.h"
#include "tests/events/support/hex.h"

namespace countersign::ed25519_test {

struct Vector {
  std::string_view seed;
  std::string_view key;
  std::string_view message;
  std::string_view signature;
};

// RFC 8032 section 7.1, tests 1 to 3.
constexpr Vector kVectors[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
     "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
     "4"
     "6bd25bf5f0595bbe24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
     "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11"
     "d"
     "8c387b2eaeb4302aeeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
     "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
     "6"
     "594a7c15e9716ed28dc027beceea1ec40a"},
};

SecretBytes<32> seed_of(const Vector& vector) {
  return SecretBytes<32>(parse_digest(vector.seed).value());
}

TEST_CASE("Ed25519 makes the keys and signatures of RFC 8032") {
  for (const Vector& vector : kVectors) {
    const Ed25519Key key(seed_of(vector));
    CHECK(hex_of(text_of(key.public_key())) == vector.key);
    CHECK(hex_of(text_of(key.seed().reveal())) == vector.seed);
    const std::string message = from_hex(vector.message);
    CHECK(hex_of(text_of(key.sign(bytes_of(message)))) == vector.signature);
  }
}

TEST_CASE("an Ed25519 signature is good for its message and key alone") {
  const Ed25519Key key(seed_of(kVectors[0]));
  const Ed25519Key other(seed_of(kVectors[1]));
  const Ed25519Signature good = key.sign(bytes_of("message"));
  CHECK(ed25519_verify(key.public_key(), bytes_of("message"), good));
  CHECK_FALSE(ed25519_verify(key.public_key(), bytes_of("massage"), good));
  CHECK_FALSE(ed25519_verify(other.public_key(), bytes_of("message"), good));
  CHECK_FALSE(ed25519_verify(key.public_key(), bytes_of("message"), ByteView(good).first(63)));
  CHECK_FALSE(ed25519_verify(key.public_key(), bytes_of("message"), {}));
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    Ed25519Signature bad = good;
    bad[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    CHECK_FALSE(ed25519_verify(key.public_key(), bytes_of("message"), bad));
  }
}

Ed25519PublicKey key_of(std::string_view hex) { return parse_digest(hex).value(); }

// RFC 8032 section 5.1.7 verifies with the cofactor 8. These are the encodings, as section 5.1.2
// defines them, of the points that multiplication by 8 maps to the neutral element.
constexpr std::string_view kSmallOrder[] = {
    "0100000000000000000000000000000000000000000000000000000000000000",  // order 1
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // order 2
    "0000000000000000000000000000000000000000000000000000000000000000",  // order 4
    "0000000000000000000000000000000000000000000000000000000000000080",  // order 4
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  // order 8
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",  // order 8
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",  // order 8
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",  // order 8
};

// Non-canonical encodings: y is p or p + 1, or the sign bit is set although x is zero.
constexpr std::string_view kSecondSpellings[] = {
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
};

// A signature made without a private key: R is the neutral element and S is zero.
Ed25519Signature made_by_nobody() {
  Ed25519Signature signature{};
  signature.front() = 1;
  return signature;
}

TEST_CASE("no public key is believed for which anybody can sign") {
  using Keys = std::span<const std::string_view>;
  for (const Keys keys : {Keys(kSmallOrder), Keys(kSecondSpellings)}) {
    for (const std::string_view hex : keys) {
      CAPTURE(hex);
      const Ed25519PublicKey key = key_of(hex);
      CHECK_FALSE(is_ed25519_public_key(key));
      // A key of order n accepts this signature for one text in n, so several texts are tried.
      for (int i = 0; i < 64; ++i) {
        CHECK_FALSE(ed25519_verify(key, bytes_of("text " + std::to_string(i)), made_by_nobody()));
      }
    }
  }
}

TEST_CASE("a public key has one spelling") {
  // p + 2 to p + 18 are non-canonical: each is a second encoding of 2 to 18.
  for (unsigned y = 0xed; y <= 0xff; ++y) {
    for (const std::uint8_t last : {0x7f, 0xff}) {
      Ed25519PublicKey key;
      key.fill(0xff);
      key.front() = static_cast<std::uint8_t>(y);
      key.back() = last;
      CHECK_FALSE(is_ed25519_public_key(key));
    }
  }
}

TEST_CASE("a public key is a point of the curve") {
  std::size_t points = 0;
  for (unsigned y = 2; y < 130; ++y) {
    Ed25519PublicKey key{};
    key.front() = static_cast<std::uint8_t>(y);
    Ed25519PublicKey other = key;
    other.back() |= 0x80;
    // Either both signs of x give a point, or neither does.
    CHECK(is_ed25519_public_key(key) == is_ed25519_public_key(other));
    points += is_ed25519_public_key(key) ? 1 : 0;
  }
  CHECK(points > 40);  // about every second y has an x
  CHECK(points < 90);
  // y = 2 has no x, and y = 3 has one; computed with the definition in RFC 8032 section 6.
  CHECK_FALSE(is_ed25519_public_key({2}));
  CHECK(is_ed25519_public_key({3}));
}

TEST_CASE("the public keys of honest seeds are believed") {
  for (const Vector& vector : kVectors) CHECK(is_ed25519_public_key(key_of(vector.key)));
  for (unsigned i = 0; i < 256; ++i) {
    SecretBytes<32> seed;
    for (std::uint8_t& byte : seed.overwrite()) byte = static_cast<std::uint8_t>(i);
    CHECK(is_ed25519_public_key(Ed25519Key(seed).public_key()));
  }
}

TEST_CASE("a signature has one spelling: S is below the group's order") {
  // L = 2^252 + 27742317777372353535851937790883648493, RFC 8032 section 5.1.
  const Digest order =
      parse_digest("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").value();
  const Ed25519Key key(seed_of(kVectors[0]));
  Ed25519Signature signature = key.sign(bytes_of("message"));
  unsigned carry = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const unsigned sum = signature[32 + i] + order[i] + carry;
    signature[32 + i] = static_cast<std::uint8_t>(sum);
    carry = sum >> 8;
  }
  REQUIRE(carry == 0);
  CHECK_FALSE(ed25519_verify(key.public_key(), bytes_of("message"), signature));
}

TEST_CASE("a public key that is not a point of the curve verifies nothing") {
  Ed25519PublicKey no_point;
  no_point.fill(0xff);
  const Ed25519Key key(seed_of(kVectors[0]));
  CHECK_FALSE(ed25519_verify(no_point, bytes_of("message"), key.sign(bytes_of("message"))));
}

}  // namespace countersign::ed25519_test
