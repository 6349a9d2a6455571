#pragma once
#include <string_view>

#include "core/ids.h"
#include "events/crypto/sha256.h"

namespace countersign::http {

// Tokens, codes, nonces and client secrets are long texts that nobody can guess, so a plain SHA-256
// is enough to store for recognizing them.
inline TokenHash hash_of_token(std::string_view token) { return TokenHash(sha256(token)); }
inline CodeHash hash_of_code(std::string_view code) { return CodeHash(sha256(code)); }
inline NonceHash hash_of_nonce(std::string_view nonce) { return NonceHash(sha256(nonce)); }
inline SecretHash hash_of_secret(std::string_view secret) { return SecretHash(sha256(secret)); }

}  // namespace countersign::http
