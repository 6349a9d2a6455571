#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/enum_names.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/secret.h"
#include "events/vault/divided_key.h"
#include "events/vault/puncturable_key.h"

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
// The name of the file of a part: `20261221.0123456789abcdef.3ff`.
std::string name_of_part(const KeySlotId& id, std::uint32_t part);
struct KeyPartId {
  KeySlotId slot;
  std::uint32_t part = 0;
  auto operator<=>(const KeyPartId&) const = default;
};
std::optional<KeyPartId> parse_key_part_id(std::string_view text);
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

// One key of a slot's tree, e.g. the key that wraps one session's key. Written with its number
// after the slot's name: `20261221.0123456789abcdef/77`.
struct KeyLeaf {
  KeySlotId slot;
  std::uint32_t leaf = 0;
  auto operator<=>(const KeyLeaf&) const = default;
};
std::string to_string(const KeyLeaf& leaf);

// The state of a slot: its tree of keys, and how many of its leaves, from the first on, may have
// been handed out. A leaf is handed out only after the file that reserves it is durable. The
// service slot uses leaf 0 alone.
struct KeySlotState {
  std::uint32_t reserved = 0;
  DividedKey tree;
};

// The files of a slot: the slot's own, and one for each part of the tree. Their bytes are sealed.
struct KeySlotFiles {
  std::string own{};
  std::map<std::uint32_t, std::string> parts{};  // by the number of the part
  bool operator==(const KeySlotFiles&) const = default;
};

// The files of a slot:
//
//   own     := whole | divided
//   whole   := head(0x02) entry entry nonce state tag
//   divided := head(0x04) parts entry entry nonce state tag
//   part    := head(0x07) number-of-part entry entry nonce tree tag
//   head(x) := "CSIGKEY" x day number; x = 0x01 had one key for all sessions of a day, no longer
//              supported; any two differ in two bits, so that no flipped bit makes another form
//   day     := 4 bytes, big-endian
//   number  := 8 bytes, big-endian
//   parts   := 128 bytes: part n exists if bit n % 8 of byte n / 8 is set; not all zeros
//   number-of-part := 2 bytes, big-endian
//   entry   := master nonce file-key tag; all zeros: no entry
//   master  := the id of the master key, 32 bytes
//   nonce   := 12 random bytes
//   file-key, tag := AES-256-GCM of the 32 bytes of the file's key under the key of SlotWrapping,
//              with all that comes before the entries, and master, as associated data
//   state, tag := AES-256-GCM of the plain state under the file's key, with all that comes before
//              the entries as associated data; tree, tag likewise
//   plain   := reserved tree
//   reserved := 4 bytes, big-endian, at most kTreeLeaves
//   tree    := as puncturable_key.h has it: the rest of divided_key.h, and the part
//
// So a file is bound to its slot, and a part also to its place in the tree. A slot without parts is
// in one file, in the form of 0.2.0. The list of parts is not secret: the log names every puncture.
//
// Each writing of a file draws another key for it, so that no two files of a slot share one. The
// second entry is used only while the master key is being rotated.
inline constexpr std::size_t kKeySlotHeadBytes = 8 + 4 + 8;
inline constexpr std::size_t kKeyPartListBytes = kKeyParts / 8;
inline constexpr std::size_t kKeyPartHeadBytes = kKeySlotHeadBytes + 2;
inline constexpr std::size_t kKeySlotEntryBytes = 32 + 12 + 32 + 16;
// The size of a file in the form `whole` beside its seeds.
inline constexpr std::size_t kKeySlotFixedBytes =
    kKeySlotHeadBytes + 2 * kKeySlotEntryBytes + 12 + 4 + PuncturableKey::kCountBytes + 16;
inline constexpr std::size_t kKeySlotBytesMax =
    kKeySlotFixedBytes + kKeyPartListBytes + kTreeSeedsMax * PuncturableKey::kNodeBytes;
inline constexpr std::size_t kKeyPartFixedBytes =
    kKeyPartHeadBytes + 2 * kKeySlotEntryBytes + 12 + PuncturableKey::kCountBytes + 16;
inline constexpr std::size_t kKeyPartBytesMax =
    kKeyPartFixedBytes + kPartSeedsMax * PuncturableKey::kNodeBytes;

// The slot's own file. `second` may be null.
std::string encode_key_slot(const KeySlotId& id,
                            const KeySlotState& state,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random);
// The file of a part. REQUIRES: the tree of the state has the part.
std::string encode_key_part(const KeySlotId& id,
                            std::uint32_t part,
                            const KeySlotState& state,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random);

// The parts that a slot's own file lists, as far as can be told without a key: only a file that
// opens is known to be unchanged. Empty for bytes that are no such file.
std::set<std::uint32_t> listed_parts(std::string_view own);

// Why bytes are no files of a slot, or do not open. EarlierFormat: a file of an earlier version.
// OtherSlot: a file of a slot with another name, or of another part. OtherMaster: no entry of this
// master key. Damaged: anything else, e.g. a file was cut short or changed, or a part is missing.
enum class KeySlotFault : std::uint8_t { EarlierFormat, OtherSlot, OtherMaster, Damaged };
template <>
inline constexpr auto enum_names<KeySlotFault> = std::to_array<Named<KeySlotFault>>({
    {KeySlotFault::EarlierFormat, "EARLIER_FORMAT"},
    {KeySlotFault::OtherSlot, "OTHER_SLOT"},
    {KeySlotFault::OtherMaster, "OTHER_MASTER"},
    {KeySlotFault::Damaged, "DAMAGED"},
});
// The fault for the operator, as the end of a sentence about the slot.
std::string_view describe(KeySlotFault fault);

struct OpenedKeySlot {
  KeySlotState state;
  bool has_other_master = false;  // some file also has an entry of another master key
};
// A slot opens if its own file does, and each part that this file lists, and there are no others.
Result<OpenedKeySlot, KeySlotFault> open_key_slot(const KeySlotId& id,
                                                  const KeySlotFiles& files,
                                                  const SlotWrapping& wrapping);
// The same, of a slot that has but one file.
Result<OpenedKeySlot, KeySlotFault> open_key_slot(const KeySlotId& id,
                                                  std::string_view own,
                                                  const SlotWrapping& wrapping);

struct OpenedKeyRest {
  std::uint32_t reserved = 0;
  PuncturableKey tree;  // the leaves that are in no part
  bool has_other_master = false;
};
// The slot's own file alone.
Result<OpenedKeyRest, KeySlotFault> open_key_rest(const KeySlotId& id,
                                                  std::string_view own,
                                                  const SlotWrapping& wrapping);

struct OpenedKeyPart {
  PuncturableKey tree;
  bool has_other_master = false;
};
// The seeds of one part, from the file of that part. Whether they are the part's is for
// DividedKey::join() to say.
Result<OpenedKeyPart, KeySlotFault> open_key_part(const KeySlotId& id,
                                                  std::uint32_t part,
                                                  std::string_view bytes,
                                                  const SlotWrapping& wrapping);

}  // namespace countersign
