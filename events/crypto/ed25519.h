#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "core/text/bytes.h"
#include "events/crypto/secret.h"

struct evp_pkey_st;

namespace countersign {

using Ed25519PublicKey = std::array<std::uint8_t, 32>;
using Ed25519Signature = std::array<std::uint8_t, 64>;

// The private half of an Ed25519 key pair, RFC 8032 section 5.1, made from its 32-byte seed.
// Immutable, movable; several threads may sign at once.
class Ed25519Key {
 public:
  explicit Ed25519Key(const SecretBytes<32>& seed);
  ~Ed25519Key();
  Ed25519Key(Ed25519Key&&) noexcept;
  Ed25519Key& operator=(Ed25519Key&&) noexcept;

  Ed25519PublicKey public_key() const;
  SecretBytes<32> seed() const;
  Ed25519Signature sign(ByteView message) const;

 private:
  struct Release {
    void operator()(evp_pkey_st* key) const;
  };
  std::unique_ptr<evp_pkey_st, Release> key_;
};

// Returns whether `signature` is a signature of `message` by the owner of `key`, in its one
// encoding (S < L). Returns false also for another length, or if may_have_signed(key) is false.
// Thread-safe.
[[nodiscard]] bool ed25519_verify(const Ed25519PublicKey& key,
                                  ByteView message,
                                  ByteView signature);

}  // namespace countersign
