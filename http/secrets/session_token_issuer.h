#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// The fixed prefix of a session token, and its length: 43 characters of base64url (RFC 4648 section
// 5), 256 bits, follow the prefix.
inline constexpr std::string_view kTokenPrefix = "svct_";
inline constexpr std::size_t kTokenTextLength = kTokenPrefix.size() + 43;

// Returns whether `text` has the form of a token, which does not mean that it is one.
bool is_token_text(std::string_view text);

// Returns the token in the value of an Authorization field (RFC 6750 section 2.1): "Bearer" in any
// case, spaces, then a text in the form of a token. Returns nullopt for any other value.
std::optional<std::string_view> bearer_token(std::string_view field);

// Makes session tokens. Each random_token() is independent. derived_token() returns the same token
// for the same three arguments, so that a stored answer can be given again although the token was
// never stored. The token cannot be derived from the log without the master key and the
// Idempotency-Key. joined_token() does the same for the redemption of a code.
//
// Immutable and thread-safe. `random` must outlive this object.
class SessionTokenIssuer {
 public:
  // `key` is KeyRing::derive(kSessionTokenLabel).
  SessionTokenIssuer(SecretBytes<32> key, RandomSource& random)
      : key_(std::move(key)), random_(random) {}

  std::string random_token() const;
  std::string derived_token(const ClientKey& client,
                            const SessionId& session,
                            std::string_view idempotency_key) const;
  std::string joined_token(const SessionId& session,
                           const CodeHash& code,
                           std::string_view idempotency_key) const;

  // Returns a keyed hash of a person's words about the session: what the log keeps of a request, so
  // that its repetition is known, and from which nobody without the key can guess the words.
  std::string hash_of_words(const SessionId& session, std::string_view words) const;

 private:
  SecretBytes<32> key_;
  RandomSource& random_;
};

}  // namespace countersign::http
