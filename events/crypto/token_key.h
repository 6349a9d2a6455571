#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/enum_names.h"

struct evp_pkey_st;

namespace countersign {

// The signatures of tokens that are believed, and no other: "none", and HMAC with a public key as
// its secret, are the usual mistakes (RFC 8725 sections 3.1 and 3.2).
enum class SignatureAlgorithm : std::uint8_t { Rs256, Ps256, Es256 };

template <>
inline constexpr std::array<Named<SignatureAlgorithm>, 3> enum_names<SignatureAlgorithm>{{
    {SignatureAlgorithm::Rs256, "RS256"},
    {SignatureAlgorithm::Ps256, "PS256"},
    {SignatureAlgorithm::Es256, "ES256"},
}};

// A public key that verifies the signatures of RFC 7518. It is made of plain numbers, the most
// significant byte first, whose sizes are judged here before OpenSSL sees one: no encoded key of a
// stranger is given to a decoder.
//
// Immutable and thread-safe; copies share the key.
class TokenKey {
 public:
  static constexpr std::size_t kModulusBytesMin = 256;   // 2048 bits, RFC 7518 section 3.3
  static constexpr std::size_t kModulusBytesMax = 1024;  // a larger one only takes time
  static constexpr std::size_t kExponentBytesMax = 8;    // likewise
  static constexpr std::size_t kCoordinateBytes = 32;    // RFC 7518 section 6.2.1.2

  // An RSA key; zeros in front do not count. nullopt if a number is too small, too large or even.
  static std::optional<TokenKey> rsa(std::string_view modulus, std::string_view exponent);

  // A point of P-256; nullopt if a coordinate has another size, or the point is not on the curve.
  static std::optional<TokenKey> p256(std::string_view x, std::string_view y);

  // Whether the owner has signed the text with exactly this algorithm. False too if the algorithm
  // is not one of the key's kind. A signature of ES256 is the two numbers of RFC 7518 section 3.4.
  [[nodiscard]] bool has_signed(SignatureAlgorithm algorithm,
                                std::string_view text,
                                std::string_view signature) const;

 private:
  explicit TokenKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}

  std::shared_ptr<evp_pkey_st> key_;  // never null
};

}  // namespace countersign
