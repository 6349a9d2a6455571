#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/master_key.h"
#include "events/vault/key_slot.h"
#include "events/vault/key_slot_folder.h"
#include "events/vault/session_key.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The keys between the master key and the sessions': one for each day on which sessions are
// due to be purged, each in a slot file of <data>/keys. Whoever destroys a slot has erased all
// that it still wrapped, in every copy of the database and of the files, however old. That is
// why no copy of the folder's slots may outlive them.
//
// A day has one slot that is in use and, while sessions are moved out of another one, that
// retired one beside it.
//
// Thread-safe; the calls that change a slot wait for the disk and make others wait.
class KeyRing {
 public:
  struct Access {
    bool may_create = false;  // the folder and the service slot, if there is no folder
    bool read_only = false;
  };
  // A sentence for the operator. A slot that cannot be opened, but the service slot, is left
  // out and listed in damaged(): the sessions under it cannot be read. `random` is kept.
  static Result<std::unique_ptr<KeyRing>, std::string> open(const std::filesystem::path& folder,
                                                            const MasterKey& master,
                                                            const Access& access,
                                                            RandomSource& random);

  std::vector<KeySlotId> damaged() const;
  // Whether these bytes are the slot's file, as it opens with the master key.
  bool opens(const KeySlotId& slot, std::string_view bytes) const;

  // Wraps under the slot of `day`, as day_of() writes it, which is made if there is none in
  // use. Nothing: the disk refused.
  std::optional<WrappedKey> wrap(std::string_view day,
                                 const SessionId& session,
                                 const SessionKey& key,
                                 const std::optional<KeySlotId>& previous = {});
  Result<SessionKey, UnwrapError> unwrap(const SessionId& session, const WrappedKey& wrapped) const;

  // Of days; without the service slot.
  std::vector<KeySlotId> slots() const;
  bool has(const KeySlotId& slot) const;
  // A retired slot opens what it wrapped and wraps nothing more.
  void retire(const KeySlotId& slot);
  void restore(const KeySlotId& slot);
  // Durable on return; see KeySlotFolder. One that is not there is fine.
  Result<Done, VaultError> destroy(const KeySlotId& slot);

  // A key that stays when the master key is rotated.
  SecretBytes<32> derive(std::string_view label) const;

  // The id of the master key that a start must be given.
  Sha256 master_id() const;
  // Rotation: add_master(); then the new id is made the one that counts; then
  // keep_one_master(). In between, and after a crash there, each slot opens with either key.
  // Returns how many slots there are.
  Result<std::uint64_t, VaultError> add_master(const MasterKey& next);
  // Drops the entries of all but the one added last, or, when none was added, of all but
  // the one that the ring was opened with.
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
  // With mutex_.
  const SecretBytes<32>* usable(std::uint32_t day, KeySlotId& id) const;
  Result<Done, VaultError> write(const KeySlotId& id, Slot& slot);
  std::vector<KeySlotId> all_slots() const;  // takes mutex_

  const std::unique_ptr<KeySlotFolder> folder_;
  mutable std::mutex mutex_;  // of all below, and of the folder
  SlotWrapping master_;
  std::optional<SlotWrapping> next_master_;
  std::map<KeySlotId, Slot> slots_;
  std::vector<KeySlotId> damaged_;  // found by open(), and not destroyed since
  RandomSource& random_;
};

}  // namespace countersign
