#include "events/crypto/peer/peer_key.h"

#include <algorithm>
#include <array>

#include "events/crypto/sha256.h"

namespace countersign {
namespace {

// SubjectPublicKeyInfo of an Ed25519 key without the 32 bytes of the key itself: RFC 8410,
// section 4.
constexpr std::array<std::uint8_t, 12> kBeforeKey{
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

}  // namespace

Sha256 fingerprint_of(const Ed25519PublicKey& key) { return Sha256(sha256(kBeforeKey, key)); }

Sha256 fingerprint_of_seed(const SecretBytes<32>& seed) {
  return fingerprint_of(Ed25519Key(seed).public_key());
}

}  // namespace countersign
