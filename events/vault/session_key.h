#pragma once
#include <cstddef>
#include <string>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/strong.h"
#include "events/crypto/secret.h"

namespace countersign {

// The data key of one session. Its files and the sealed parts of its events are
// encrypted under keys derived from it and from nothing else, so that they are
// gone when the last wrapped copy of it is gone. Move-only.
class SessionKey {
 public:
  explicit SessionKey(SecretBytes<32> bytes) : bytes_(std::move(bytes)) {}
  static SessionKey random(RandomSource& source) {
    return SessionKey(SecretBytes<32>::random(source));
  }
  SessionKey clone() const { return SessionKey(bytes_.clone()); }
  std::span<const std::uint8_t, 32> reveal() const { return bytes_.reveal(); }

 private:
  SecretBytes<32> bytes_;
};

// A session key as the database may hold it:
//
//   wrapped    := version nonce ciphertext tag
//   version    := 0x01
//   nonce      := 12 random bytes
//   ciphertext := 32 bytes, AES-256-GCM under the key-wrapping key
//   tag        := 16 bytes, over the ciphertext and the session id
using WrappedKey = Strong<struct WrappedKeyTag, std::string>;

constexpr std::size_t kWrappedKeyBytes = 1 + 12 + 32 + 16;

enum class UnwrapError { Malformed, NotAuthentic };

// Wraps and unwraps session keys. Immutable and thread-safe.
class KeyWrap {
 public:
  // The argument is MasterKey::derive(kKeyWrappingLabel). `random` is kept, and
  // must live as long as this.
  KeyWrap(SecretBytes<32> key_wrapping_key, RandomSource& random)
      : key_(std::move(key_wrapping_key)), random_(random) {}

  WrappedKey wrap(const SessionId& session, const SessionKey& key) const;

  // NotAuthentic: another master key, another session's row, or changed bytes.
  Result<SessionKey, UnwrapError> unwrap(const SessionId& session, const WrappedKey& wrapped) const;

 private:
  SecretBytes<32> key_;
  RandomSource& random_;
};

}  // namespace countersign
