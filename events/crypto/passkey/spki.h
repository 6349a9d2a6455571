#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// The kinds of key that a passkey may have, by their numbers in COSE (IANA, COSE Algorithms), in
// the order in which a browser is asked for them.
enum class PasskeyAlgorithm : std::int16_t { Es256 = -7, EdDsa = -8, Rs256 = -257 };
inline constexpr PasskeyAlgorithm kPasskeyAlgorithms[] = {
    PasskeyAlgorithm::Es256, PasskeyAlgorithm::EdDsa, PasskeyAlgorithm::Rs256};

// The DER SubjectPublicKeyInfo (RFC 5280 section 4.1) of the bytes of a key: of Es256 both
// coordinates, of EdDsa the key of RFC 8032, of Rs256 the modulus of 2048 bits and the exponent of
// three bytes, 65537. nullopt if they are no valid key of the kind. Pure and thread-safe.
std::optional<std::string> spki_of(PasskeyAlgorithm algorithm, std::string_view raw);

// Whether the DER is one key as spki_of() writes it, also with another odd exponent of RSA up to
// 2^23: a point on P-256, RSA of 2048 bits, Ed25519 without points of small order. Each kind has
// one length and one head, which are compared before anything else looks at the bytes: no length
// in them is believed, and verifying a signature takes as long as the kind of key, whatever its
// owner wants.
[[nodiscard]] bool is_passkey_spki(std::string_view spki);

// Whether `signature` is the owner's of `message`, by SHA-256 except for Ed25519. False too if
// is_passkey_spki() is.
[[nodiscard]] bool passkey_signed(std::string_view spki,
                                  std::string_view message,
                                  std::string_view signature);

}  // namespace countersign
