#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/crypto/token_key.h"

namespace countersign::http {

using countersign::SignatureAlgorithm;

enum class KeyKind : std::uint8_t { Rsa, P256 };

constexpr KeyKind kind_of(SignatureAlgorithm algorithm) {
  return algorithm == SignatureAlgorithm::Es256 ? KeyKind::P256 : KeyKind::Rsa;
}

// A public key that verifies ID tokens.
struct VerificationKey {
  KeyKind kind;
  std::string id;                              // `kid`; "" if it has none
  std::optional<SignatureAlgorithm> only_for;  // `alg`
  TokenKey key;
};

using KeySet = std::vector<VerificationKey>;

// Reads a JSON Web Key Set (RFC 7517). Keys of another kind, for another use or algorithm, and keys
// that are malformed, too weak or unreasonably large are left out. Returns nullopt if the text is
// no key set or has more than kKeysMax keys.
inline constexpr std::size_t kKeysMax = 100;
std::optional<KeySet> parse_key_set(std::string_view text);

// The one key that may have signed with the algorithm; null if there is none. A token without a key
// id fits only if there is a single key for it (OpenID Connect Core 1.0 section 10.1), and so does
// a token with the id of no key: the single key must have no id then.
const VerificationKey* find_key(const KeySet& keys,
                                SignatureAlgorithm algorithm,
                                std::optional<std::string_view> id);

}  // namespace countersign::http
