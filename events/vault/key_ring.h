#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/fair_mutex.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/keys/master_key.h"
#include "events/vault/key_slot.h"
#include "events/vault/key_slot_folder.h"
#include "events/vault/session_key.h"
#include "events/vault/vault_error.h"

namespace countersign {

// A session key that was just wrapped.
struct NewlyWrapped {
  WrappedKey wrapped;
  KeyLeaf leaf;        // that wraps it
  LeafRange reserved;  // the leaves of the same slot that may be handed out with this one
};

// The keys between the master key and the session keys: one tree of keys for each day on which
// sessions are due to be purged, each in the files of a slot in <data>/keys. A leaf of the tree
// wraps one session key. Puncturing a leaf erases what it wraps, and nothing else; destroying a
// slot erases everything that the slot still wraps; in every copy of the database and of the files,
// however old. So no earlier copy of a file of a slot may outlive a puncture, and none the slot.
//
// Leaves are handed out in turn, and each once: they are reserved durably in blocks before they are
// used, and after a start handing out begins behind the block. A day has one slot in use, and more
// when that one is full: all of its leaves are handed out, or its punctures have made it too large.
//
// Thread-safe. The calls that change a slot's file block on the disk. wrap() blocks on it once for
// each block of leaves; unwrap() and the other calls never do.
class KeyRing {
 public:
  struct Limits {
    std::uint32_t leaves_at_once = 4096;  // reserved by one write
    std::uint32_t leaves = kTreeLeaves;   // of a slot, at most kTreeLeaves
    // A slot whose tree takes more bytes hands out no more blocks.
    std::size_t tree_bytes = std::size_t{4} << 20;
    std::size_t rest_bytes = DividedKey::kRestBytes;  // see DividedKey::puncture()
  };
  struct Access {
    bool may_create = false;  // create the folder, and the service slot if there is no slot at all
    bool read_only = false;
    Limits limits{};
  };
  // On failure returns a sentence for the operator; fails if the service slot cannot be opened. Any
  // other slot that cannot be opened is left out and listed in damaged(): the sessions under it
  // cannot be read. `random` must outlive the ring.
  static Result<std::unique_ptr<KeyRing>, std::string> open(const std::filesystem::path& folder,
                                                            const MasterKey& master,
                                                            const Access& access,
                                                            RandomSource& random);

  std::vector<KeySlotId> damaged() const;
  // Why the slot cannot be used; empty if it is not damaged.
  std::optional<KeySlotFault> fault_of(const KeySlotId& slot) const;
  // Returns whether these are all files of this slot, and open with the master key.
  bool opens(const KeySlotId& slot, const KeySlotFiles& files) const;

  // Wraps the key under a leaf of a slot of `day` (as day_of() writes it) that was never used, and
  // creates a slot if the day has none with room. `before` are the leaves that have wrapped the key
  // until now, the newest first: at most kEarlierLeavesMax + 1. Returns nullopt if the slot cannot
  // be written.
  std::optional<NewlyWrapped> wrap(std::string_view day,
                                   const SessionId& session,
                                   const SessionKey& key,
                                   std::span<const KeyLeaf> before = {});
  Result<SessionKey, UnwrapError> unwrap(const SessionId& session, const WrappedKey& wrapped) const;

  // Erases the leaves, of any slots, in memory and then on the disk: one write for each file that
  // has such a leaf, and one of the slot's own file if parts are new. Durable on return. After a
  // failure the leaves are erased in memory, and the call is to be repeated. Idempotent; skips
  // leaves of slots that are not there.
  Result<Done, VaultError> puncture(const std::vector<KeyLeaf>& leaves);
  // Returns whether the leaf's slot is there, and the leaf is not punctured.
  bool has(const KeyLeaf& leaf) const;
  // Returns whether every leaf that the slot may have handed out is punctured.
  bool is_spent(const KeySlotId& slot) const;
  // Hands out no leaf before `leaf` any more; for a slot file that is older than the log. Durable
  // on return.
  Result<Done, VaultError> hand_out_from(const KeySlotId& id, std::uint32_t leaf);

  // Returns the slots of all days, without the service slot.
  std::vector<KeySlotId> slots() const;
  bool has(const KeySlotId& slot) const;
  // A retired slot still unwraps, but wraps nothing more. restore() puts it back in use.
  void retire(const KeySlotId& slot);
  void restore(const KeySlotId& slot);
  // Durable on return; see KeySlotFolder. Idempotent: destroying an unknown slot succeeds.
  Result<Done, VaultError> destroy(const KeySlotId& slot);

  // Derives a key from the service slot's key, so that it survives a rotation of the master key.
  SecretBytes<32> derive(std::string_view label) const;

  // The id of the current master key, the one that the next start must be given.
  Sha256 master_id() const;
  // Rotation: add_master(); then the caller records the new id as the valid one; then
  // keep_one_master(). In between, and after a crash there, each slot opens with either key.
  // add_master() returns the number of slots.
  Result<std::uint64_t, VaultError> add_master(const MasterKey& next);
  // Keeps in each slot the entry of one master key: of the key that was added last, or, if none was
  // added, of the key that the ring was opened with.
  Result<Done, VaultError> keep_one_master();

 private:
  struct Slot {
    KeySlotState state;
    std::uint32_t block = 0;    // the first leaf of the block that is being handed out
    std::uint32_t next = 0;     // the next leaf to hand out
    std::uint32_t durable = 0;  // state.reserved as the file has it
    bool retired = false;
    // The slot's own file, and the files of parts, that are not as the state has them. A file may
    // still have leaves that the tree has not.
    bool unwritten = false;
    std::set<std::uint32_t> unwritten_parts{};
    bool is_written() const { return !unwritten && unwritten_parts.empty(); }
    bool has_other_master = false;  // some file has an entry of another master key
  };
  using Slots = std::map<KeySlotId, Slot>;

  KeyRing(std::unique_ptr<KeySlotFolder> folder,
          SlotWrapping master,
          const Limits& limits,
          RandomSource& random)
      : limits_(limits), folder_(std::move(folder)), master_(std::move(master)), random_(random) {}

  std::optional<std::string> load(const std::filesystem::path& path, const Access& access);
  bool destroy_unlisted_parts() REQUIRES_LOCK(files_mutex_, mutex_);
  std::optional<std::string> add_service_slot(const std::filesystem::path& folder,
                                              const Access& access);
  bool has_room(const Slot& slot) const REQUIRES_LOCK(mutex_);
  std::optional<NewlyWrapped> wrap_now(std::uint32_t day,
                                       const SessionId& session,
                                       const SessionKey& key,
                                       std::span<const KeyLeaf> before) REQUIRES_LOCK(mutex_);
  // Reserves a block of leaves, in a new slot if need be. False: the slot cannot be written.
  bool make_room(std::uint32_t day) EXCLUDES_LOCK(files_mutex_);
  // Returns a slot of the day with room for a block of leaves; makes one if no slot has room.
  KeySlotId slot_to_extend(std::uint32_t day) REQUIRES_LOCK(mutex_);
  // Writes the files that are not as the slot is now: the parts, and then the slot's own, which
  // lists them.
  Result<Done, VaultError> write(const KeySlotId& id) REQUIRES_LOCK(files_mutex_)
      EXCLUDES_LOCK(mutex_);
  // Writes one of these files. Returns whether others are left.
  Result<bool, VaultError> write_next(const KeySlotId& id) REQUIRES_LOCK(files_mutex_)
      EXCLUDES_LOCK(mutex_);
  // Writes each file of the slot.
  Result<Done, VaultError> write_all(const KeySlotId& id) REQUIRES_LOCK(files_mutex_)
      EXCLUDES_LOCK(mutex_);
  std::vector<KeySlotId> all_slots() const EXCLUDES_LOCK(mutex_);
  bool has_other_master(const KeySlotId& id) const EXCLUDES_LOCK(mutex_);

  static constexpr std::uint32_t kServiceLeaf = 0;

  const Limits limits_;
  // Held while a slot's file is written, which may take long, so that files are written in the
  // order in which the slots changed.
  FairMutex files_mutex_ LOCKED_BEFORE(mutex_);
  const std::unique_ptr<KeySlotFolder> folder_ POINTEE_GUARDED_BY(files_mutex_);
  mutable Mutex mutex_;
  SlotWrapping master_ GUARDED_BY(mutex_);
  std::optional<SlotWrapping> next_master_ GUARDED_BY(mutex_);
  Slots slots_ GUARDED_BY(mutex_);
  // Found by open() and not destroyed since.
  std::map<KeySlotId, KeySlotFault> damaged_ GUARDED_BY(mutex_);
  RandomSource& random_;
};

}  // namespace countersign
