#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// The fixed prefix of a session token, and how many characters of base64url
// (RFC 4648 section 5) follow: 256 bits.
inline constexpr std::string_view kTokenPrefix = "svct_";
inline constexpr std::size_t kTokenTextLength = kTokenPrefix.size() + 43;

// Whether `text` has the form of a token. Says nothing about its being one.
bool is_token_text(std::string_view text);

// The token in the value of an Authorization field (RFC 6750 section 2.1): "Bearer" without regard
// to case, spaces, a text of that form. Nothing for another value.
std::optional<std::string_view> bearer_token(std::string_view field);

// Makes session tokens. Two calls of random_token() share nothing; derived_token() gives
// the same for the same three arguments, so that a stored answer can be given
// again although the token was never stored: who has the log and lacks either the
// master key or the Idempotency-Key cannot make it.
//
// Immutable and thread-safe. `random` must live as long as this.
class TokenMint {
 public:
  // `key` is KeyRing::derive(kSessionTokenLabel).
  TokenMint(SecretBytes<32> key, RandomSource& random) : key_(std::move(key)), random_(random) {}

  std::string random_token() const;
  std::string derived_token(const ClientKey& client,
                            const SessionId& session,
                            std::string_view idempotency_key) const;

 private:
  SecretBytes<32> key_;
  RandomSource& random_;
};

}  // namespace countersign::http
