#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/crypto/ed25519.h"
#include "tests/events/hex.h"

namespace countersign {
namespace {

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

TEST_CASE("a public key that is no point of the curve has signed nothing") {
  Ed25519PublicKey no_point;
  no_point.fill(0xff);
  const Ed25519Key key(seed_of(kVectors[0]));
  CHECK_FALSE(ed25519_verify(no_point, bytes_of("message"), key.sign(bytes_of("message"))));
}

}  // namespace
}  // namespace countersign
