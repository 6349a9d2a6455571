#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/keys/master_key.h"
#include "events/vault/key_slot.h"
#include "events/vault/key_slot_folder.h"
#include "events/vault/session_key.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The keys between the master key and the session keys: one for each day on which sessions are due
// to be purged, each in a slot file of <data>/keys. Destroying a slot erases everything that the
// slot still wraps, in every copy of the database and of the files, however old. So no copy of a
// slot file may outlive the slot.
//
// A day has one slot in use. While sessions are moved out of a retired slot of the day, the retired
// slot exists too.
//
// Thread-safe. The calls that change a slot block on the disk, and other calls wait for them.
class KeyRing {
 public:
  struct Access {
    bool may_create = false;  // create the folder, and the service slot if there is no slot at all
    bool read_only = false;
  };
  // On failure returns a sentence for the operator; fails if the service slot cannot be opened. Any
  // other slot that cannot be opened is left out and listed in damaged(): the sessions under it
  // cannot be read. `random` must outlive the ring.
  static Result<std::unique_ptr<KeyRing>, std::string> open(const std::filesystem::path& folder,
                                                            const MasterKey& master,
                                                            const Access& access,
                                                            RandomSource& random);

  std::vector<KeySlotId> damaged() const;
  // Returns whether `bytes` are a file of this slot that opens with the master key.
  bool opens(const KeySlotId& slot, std::string_view bytes) const;

  // Wraps the key under the slot of `day` (as day_of() writes it), and creates that slot if the day
  // has none in use. Returns nullopt if the slot cannot be written.
  std::optional<WrappedKey> wrap(std::string_view day,
                                 const SessionId& session,
                                 const SessionKey& key,
                                 const std::optional<KeySlotId>& previous = {});
  Result<SessionKey, UnwrapError> unwrap(const SessionId& session, const WrappedKey& wrapped) const;

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
  // Removes from each slot the entries of all master keys but the one added last, or, if none was
  // added, but the one that the ring was opened with.
  Result<Done, VaultError> keep_one_master();

 private:
  struct Slot {
    SecretBytes<32> key;
    bool retired = false;
    bool has_other_master = false;
  };

  KeyRing(std::unique_ptr<KeySlotFolder> folder, SlotWrapping master, RandomSource& random)
      : folder_(std::move(folder)), master_(std::move(master)), random_(random) {}

  std::optional<std::string> load(const std::filesystem::path& path);
  std::optional<std::string> add_service_slot(const std::filesystem::path& folder,
                                              const Access& access);
  const SecretBytes<32>* usable(std::uint32_t day, KeySlotId& id) const REQUIRES_LOCK(mutex_);
  Result<Done, VaultError> write(const KeySlotId& id, Slot& slot) REQUIRES_LOCK(mutex_);
  std::vector<KeySlotId> all_slots() const EXCLUDES_LOCK(mutex_);

  const std::unique_ptr<KeySlotFolder> folder_ POINTEE_GUARDED_BY(mutex_);
  mutable Mutex mutex_;
  SlotWrapping master_ GUARDED_BY(mutex_);
  std::optional<SlotWrapping> next_master_ GUARDED_BY(mutex_);
  std::map<KeySlotId, Slot> slots_ GUARDED_BY(mutex_);
  // Found by open() and not destroyed since.
  std::vector<KeySlotId> damaged_ GUARDED_BY(mutex_);
  RandomSource& random_;
};

}  // namespace countersign
