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
//   wrapped    := head nonce ciphertext tag
//   head       := version slot previous
//   version    := 0x02; 0x01 wrapped under the master key itself, and is not read any more
//   slot       := day (4 bytes, big-endian) number (8): whose key wraps this
//   previous   := the slot that wrapped it while the session was open, or zeros
//   nonce      := 12 random bytes
//   ciphertext := 32 bytes, AES-256-GCM under the slot's key
//   tag        := 16 bytes, over the ciphertext, the head and the session id
using WrappedKey = Strong<struct WrappedKeyTag, std::string>;

constexpr std::size_t kWrappedKeyBytes = 1 + 12 + 12 + 12 + 32 + 16;

// The slots that have wrapped one session key. Who holds the key of either and a copy of the
// database from its time can open the session.
struct KeySlots {
  KeySlotId slot;
  std::optional<KeySlotId> previous{};
  bool operator==(const KeySlots&) const = default;
};
// Nothing: malformed.
std::optional<KeySlots> slots_of(const WrappedKey& wrapped);

enum class UnwrapError { Malformed, NotAuthentic, NoSlot };

// `slot_key` is the key of `slots.slot`.
WrappedKey wrap_key(const SecretBytes<32>& slot_key,
                    const KeySlots& slots,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random);

// NotAuthentic: another slot's key, another session's row, or changed bytes.
Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& slot_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped);

}  // namespace countersign
