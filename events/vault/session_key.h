#pragma once
#include <cstddef>
#include <optional>
#include <string>

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
//   head       := version slot previous
//   version    := 0x02; version 0x01 was wrapped under the master key itself, no longer supported
//   slot       := day (4 bytes, big-endian) number (8 bytes, big-endian) of the wrapping slot
//   previous   := the slot that wrapped the key while the session was open, or zeros
//   nonce      := 12 random bytes
//   ciphertext := 32 bytes, AES-256-GCM under the slot's key
//   tag        := 16 bytes, over the ciphertext, the head and the session id
using WrappedKey = Strong<struct WrappedKeyTag, std::string>;

constexpr std::size_t kWrappedKeyBytes = 1 + 12 + 12 + 12 + 32 + 16;

// The slots that have wrapped one session key. Either slot's key, with a database copy from the
// time of that slot, opens the session.
struct KeySlots {
  KeySlotId slot;
  std::optional<KeySlotId> previous{};
  bool operator==(const KeySlots&) const = default;
};
// Returns nullopt if `wrapped` is malformed.
std::optional<KeySlots> slots_of(const WrappedKey& wrapped);

enum class UnwrapError { Malformed, NotAuthentic, NoSlot };

// `slot_key` is the key of `slots.slot`.
WrappedKey wrap_key(const SecretBytes<32>& slot_key,
                    const KeySlots& slots,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random);

// Returns NotAuthentic for another slot's key, another session's row, or changed bytes.
Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& slot_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped);

}  // namespace countersign
