#include "events/vault/key_ring.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/big_endian.h"
#include "core/text/bytes.h"
#include "events/crypto/hkdf.h"

namespace countersign {
namespace {

std::uint64_t random_number(RandomSource& random) {
  std::array<std::uint8_t, sizeof(std::uint64_t)> bytes;
  random.fill(bytes);
  return big_endian<std::uint64_t>(text_of(ByteView(bytes)));
}

}  // namespace

Result<std::unique_ptr<KeyRing>, std::string> KeyRing::open(const std::filesystem::path& folder,
                                                            const MasterKey& master,
                                                            const Access& access,
                                                            RandomSource& random) {
  auto files = KeySlotFolder::open(folder, access.may_create, access.read_only, random);
  if (!files && files.error() == VaultError::NotFound) {
    return fmt::format(
        "there are no key slots in {}; put them back from a copy of the keys, or start the earlier "
        "version if that wrote this data",
        folder.string());
  }
  if (!files) {
    return fmt::format(
        "cannot open the key slots of {}: {}", folder.string(), name_of(files.error()));
  }
  std::unique_ptr<KeyRing> ring(new KeyRing(*std::move(files), SlotWrapping(master), random));
  if (auto error = ring->load(folder)) return *std::move(error);
  if (ring->has(kServiceSlot)) {
    if (access.read_only) return ring;
    // If a crash cut a rotation short, remove the entries of the other master key: with the old key
    // the rotation has to be started again, with the new key it is now complete.
    if (const auto kept = ring->keep_one_master(); !kept) {
      return fmt::format("cannot write the key slots of {}", folder.string());
    }
    return ring;
  }
  if (auto error = ring->add_service_slot(folder, access)) return *std::move(error);
  return ring;
}

std::optional<std::string> KeyRing::add_service_slot(const std::filesystem::path& folder,
                                                     const Access& access) {
  const MutexLock lock(mutex_);
  if (!access.may_create || !slots_.empty() || !damaged_.empty()) {
    return fmt::format(
        "the service slot in {} is missing, or was written with another master key; start with the "
        "folder's own master key, or put the slot back from a copy of the keys",
        folder.string());
  }
  Slot service{SecretBytes<32>::random(random_)};
  if (!write(kServiceSlot, service)) {
    return fmt::format("cannot write the key slots of {}", folder.string());
  }
  slots_.emplace(kServiceSlot, std::move(service));
  return std::nullopt;
}

std::optional<std::string> KeyRing::load(const std::filesystem::path& path) {
  const MutexLock lock(mutex_);
  const auto ids = folder_->list();
  if (!ids) return fmt::format("cannot list the key slots of {}", path.string());
  for (const KeySlotId& id : *ids) {
    const auto bytes = folder_->read(id);
    if (!bytes) return fmt::format("cannot read the key slot {}", (path / to_string(id)).string());
    auto opened = open_key_slot(id, *bytes, master_);
    if (!opened) {
      damaged_.push_back(id);
      continue;
    }
    slots_.emplace(id, Slot{std::move(opened->key), false, opened->has_other_master});
  }
  return std::nullopt;
}

Result<Done, VaultError> KeyRing::write(const KeySlotId& id, Slot& slot) {
  const SlotWrapping* const next = next_master_ ? &*next_master_ : nullptr;
  const auto done = folder_->write(id, encode_key_slot(id, slot.key, master_, next, random_));
  if (done) slot.has_other_master = next != nullptr;
  return done;
}

std::optional<WrappedKey> KeyRing::wrap(std::string_view day,
                                        const SessionId& session,
                                        const SessionKey& key,
                                        const std::optional<KeySlotId>& previous) {
  const MutexLock lock(mutex_);
  KeySlotId id{day_number(day)};
  const SecretBytes<32>* slot_key = usable(id.day, id);
  if (slot_key == nullptr) {
    id.number = random_number(random_);
    Slot slot{SecretBytes<32>::random(random_)};
    if (!write(id, slot)) return std::nullopt;
    slot_key = &slots_.emplace(id, std::move(slot)).first->second.key;
  }
  return wrap_key(*slot_key, {id, previous}, session, key, random_);
}

const SecretBytes<32>* KeyRing::usable(std::uint32_t day, KeySlotId& id) const {
  for (auto at = slots_.lower_bound({day}); at != slots_.end() && at->first.day == day; ++at) {
    if (at->second.retired) continue;
    id = at->first;
    return &at->second.key;
  }
  return nullptr;
}

Result<SessionKey, UnwrapError> KeyRing::unwrap(const SessionId& session,
                                                const WrappedKey& wrapped) const {
  const auto slots = slots_of(wrapped);
  if (!slots) return UnwrapError::Malformed;
  SecretBytes<32> slot_key;
  {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(slots->slot);
    if (found == slots_.end()) return UnwrapError::NoSlot;
    slot_key = found->second.key.clone();
  }
  return unwrap_key(slot_key, session, wrapped);
}

std::vector<KeySlotId> KeyRing::all_slots() const {
  const MutexLock lock(mutex_);
  std::vector<KeySlotId> ids;
  for (const auto& [id, slot] : slots_) ids.push_back(id);
  return ids;
}

std::vector<KeySlotId> KeyRing::slots() const {
  std::vector<KeySlotId> ids = all_slots();
  std::erase(ids, kServiceSlot);
  return ids;
}

std::vector<KeySlotId> KeyRing::damaged() const {
  const MutexLock lock(mutex_);
  return damaged_;
}

bool KeyRing::has(const KeySlotId& slot) const {
  const MutexLock lock(mutex_);
  return slots_.contains(slot);
}

bool KeyRing::opens(const KeySlotId& slot, std::string_view bytes) const {
  const MutexLock lock(mutex_);
  return open_key_slot(slot, bytes, master_).has_value();
}

void KeyRing::retire(const KeySlotId& slot) {
  const MutexLock lock(mutex_);
  if (const auto found = slots_.find(slot); found != slots_.end()) found->second.retired = true;
}

void KeyRing::restore(const KeySlotId& slot) {
  const MutexLock lock(mutex_);
  if (const auto found = slots_.find(slot); found != slots_.end()) found->second.retired = false;
}

Result<Done, VaultError> KeyRing::destroy(const KeySlotId& slot) {
  check(slot != kServiceSlot, "a key slot that is destroyed is not the service slot");
  const MutexLock lock(mutex_);
  slots_.erase(slot);
  const auto done = folder_->destroy(slot);
  if (done) std::erase(damaged_, slot);
  return done;
}

SecretBytes<32> KeyRing::derive(std::string_view label) const {
  const MutexLock lock(mutex_);
  return derive_key(slots_.at(kServiceSlot).key.reveal(), "countersign " + std::string(label));
}

Sha256 KeyRing::master_id() const {
  const MutexLock lock(mutex_);
  return Sha256(master_.id());
}

Result<std::uint64_t, VaultError> KeyRing::add_master(const MasterKey& next) {
  {
    const MutexLock lock(mutex_);
    next_master_.emplace(next);
  }
  // Lock for one slot at a time, so that other callers wait for one write at most. A slot that is
  // created meanwhile is wrapped under both keys.
  std::uint64_t count = 0;
  for (const KeySlotId& id : all_slots()) {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end()) continue;
    if (const auto done = write(id, found->second); !done) return done.error();
    ++count;
  }
  return count;
}

Result<Done, VaultError> KeyRing::keep_one_master() {
  {
    const MutexLock lock(mutex_);
    if (next_master_) master_ = *std::exchange(next_master_, std::nullopt);
  }
  for (const KeySlotId& id : all_slots()) {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end() || !found->second.has_other_master) continue;
    if (const auto done = write(id, found->second); !done) return done;
  }
  return Done{};
}

}  // namespace countersign
