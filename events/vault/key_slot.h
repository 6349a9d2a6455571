#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/secret.h"

namespace countersign {

// The name of a key slot: the day on which the sessions that the slot wraps are due, and a random
// number, so that no two slots ever have the same name. Written `20261221.0123456789abcdef`.
struct KeySlotId {
  std::uint32_t day = 0;  // 20261221; 0 for the service slot
  std::uint64_t number = 0;
  auto operator<=>(const KeySlotId&) const = default;
};
std::string to_string(const KeySlotId& id);
std::optional<KeySlotId> parse_key_slot_id(std::string_view text);
// REQUIRES: eight digits, as day_of() writes them.
std::uint32_t day_number(std::string_view day);

// The one slot without a day. Keys that must outlive a rotation of the master key derive from its
// key. It is created with the folder and never destroyed.
inline constexpr KeySlotId kServiceSlot{};

// The id of a master key, and the key derived from it that wraps slots. Immutable.
class SlotWrapping {
 public:
  explicit SlotWrapping(const MasterKey& master)
      : id_(master.id()), key_(master.derive(kKeySlotLabel)) {}
  SlotWrapping clone() const { return {id_, key_.clone()}; }

  const Digest& id() const { return id_; }
  std::span<const std::uint8_t, 32> key() const { return key_.reveal(); }

 private:
  SlotWrapping(const Digest& id, SecretBytes<32> key) : id_(id), key_(std::move(key)) {}

  Digest id_;
  SecretBytes<32> key_;
};

// A slot file always has this many bytes, so that it can be overwritten in place:
//
//   slot    := magic day number entry entry padding
//   magic   := "CSIGKEY" 0x01
//   day     := 4 bytes, big-endian
//   number  := 8 bytes, big-endian
//   entry   := master nonce ciphertext tag; all zeros: no entry
//   master  := the id of the master key, 32 bytes
//   nonce   := 12 random bytes
//   ciphertext, tag := AES-256-GCM of the slot's 32-byte key under the key of SlotWrapping,
//              with magic, day, number and master as associated data
//   padding := zeros
//
// The second entry is used only while the master key is being rotated.
inline constexpr std::size_t kKeySlotBytes = 512;

// `second` may be null.
std::string encode_key_slot(const KeySlotId& id,
                            const SecretBytes<32>& key,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random);

struct OpenedKeySlot {
  SecretBytes<32> key;
  bool has_other_master = false;  // the file also has an entry of another master key
};
// Returns nullopt if `bytes` are another slot, have no entry of this master key, or were changed.
std::optional<OpenedKeySlot> open_key_slot(const KeySlotId& id,
                                           std::string_view bytes,
                                           const SlotWrapping& wrapping);

}  // namespace countersign
