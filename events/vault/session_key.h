#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/strong.h"
#include "events/crypto/secret.h"
#include "events/vault/key_slot.h"

namespace countersign {

// The data key of one session. The session's files and the sealed parts of its events are encrypted
// under keys derived from this key alone, so they are lost when its last wrapped copy is lost.
// Move-only.
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

// A session key in the form that the database holds:
//
//   wrapped    := head nonce ciphertext tag
//   head       := 0x03 leaf previous | 0x04 leaf previous count earlier
//                 0x02 was wrapped under the one key of a slot, 0x01 under the master key itself;
//                 neither is supported any longer
//   leaf       := day (4 bytes, big-endian) number (8 bytes, big-endian) of the wrapping slot, and
//                 number (4 bytes, big-endian) of the leaf of its tree
//   previous   := the leaf that wrapped the key before, or zeros
//   count      := the number of earlier leaves (1 byte), at least 1: a link was renewed
//   earlier    := the leaves that wrapped the key before those, the newest first
//   nonce      := 12 random bytes
//   ciphertext := 32 bytes, AES-256-GCM under the leaf's key
//   tag        := 16 bytes, over the ciphertext, the head and the session id
using WrappedKey = Strong<struct WrappedKeyTag, std::string>;

// The length of a wrapped key without earlier leaves.
constexpr std::size_t kWrappedKeyBytes = 1 + 16 + 16 + 12 + 32 + 16;
// The most earlier leaves that a wrapped key can name.
constexpr std::size_t kEarlierLeavesMax = 255;

// The leaves that have wrapped one session key. The key of each of them, with a database copy from
// the time of that leaf, opens the session.
struct KeyLeaves {
  KeyLeaf leaf;
  std::optional<KeyLeaf> previous{};
  std::vector<KeyLeaf> earlier{};  // before `previous`, the newest first

  // All of them, the newest first.
  std::vector<KeyLeaf> all() const;
  bool operator==(const KeyLeaves&) const = default;
};
// The leaves of a key that `leaf` wraps now, and that `before` have wrapped, the newest first.
KeyLeaves leaves_after(const KeyLeaf& leaf, std::span<const KeyLeaf> before);
// Returns nullopt if `wrapped` is malformed.
std::optional<KeyLeaves> leaves_of(const WrappedKey& wrapped);

// NoSlot: the leaf's slot is not there. Punctured: the leaf was erased.
enum class UnwrapError { Malformed, NotAuthentic, NoSlot, Punctured };

// `leaf_key` is the key of `leaves.leaf`, which wraps nothing else.
WrappedKey wrap_key(const SecretBytes<32>& leaf_key,
                    const KeyLeaves& leaves,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random);

// Returns NotAuthentic for another leaf's key, another session's row, or changed bytes.
Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& leaf_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped);

}  // namespace countersign
