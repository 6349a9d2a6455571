#include "events/vault/key_ring.h"

#include <fmt/format.h>

#include <algorithm>
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

Result<Done, VaultError> KeyRing::write(const KeySlotId& id) {
  for (;;) {
    const auto is_left = write_next(id);
    if (!is_left) return is_left.error();
    if (!*is_left) return Done{};
  }
}

Result<bool, VaultError> KeyRing::write_next(const KeySlotId& id) {
  std::optional<std::uint32_t> part;  // empty: the slot's own file
  std::string bytes;
  std::uint32_t reserved = 0;
  {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end() || found->second.is_written()) return false;
    Slot& slot = found->second;
    const SlotWrapping* const next = next_master_ ? &*next_master_ : nullptr;
    if (!slot.unwritten_parts.empty()) part = *slot.unwritten_parts.begin();
    bytes = part ? encode_key_part(id, *part, slot.state, master_, next, random_)
                 : encode_key_slot(id, slot.state, master_, next, random_);
    reserved = slot.state.reserved;
    slot.has_other_master |= next != nullptr;
  }
  const auto done = part ? folder_->write_part(id, *part, bytes) : folder_->write(id, bytes);
  if (!done) return done.error();
  const MutexLock lock(mutex_);
  const auto found = slots_.find(id);
  if (found == slots_.end()) return false;
  Slot& slot = found->second;
  if (part) {
    slot.unwritten_parts.erase(*part);
  } else {
    slot.durable = reserved;
    slot.unwritten = false;
  }
  return !slot.is_written();
}

// ---- handing out ------------------------------------------------------------------

std::optional<NewlyWrapped> KeyRing::wrap(std::string_view day,
                                          const SessionId& session,
                                          const SessionKey& key,
                                          std::span<const KeyLeaf> before) {
  const std::uint32_t number = day_number(day);
  for (;;) {
    {
      const MutexLock lock(mutex_);
      if (auto wrapped = wrap_now(number, session, key, before)) return wrapped;
    }
    if (!make_room(number)) return std::nullopt;
  }
}

std::optional<NewlyWrapped> KeyRing::wrap_now(std::uint32_t day,
                                              const SessionId& session,
                                              const SessionKey& key,
                                              std::span<const KeyLeaf> before) {
  for (auto at = slots_.lower_bound({day}); at != slots_.end() && at->first.day == day; ++at) {
    Slot& slot = at->second;
    while (!slot.retired && slot.next < slot.durable) {
      const KeyLeaf leaf{at->first, slot.next++};
      const auto leaf_key = slot.state.tree.leaf_key_in_turn(leaf.leaf);
      if (!leaf_key) continue;
      return NewlyWrapped{wrap_key(*leaf_key, leaves_after(leaf, before), session, key, random_),
                          leaf,
                          {slot.block, slot.durable}};
    }
  }
  return std::nullopt;
}

bool KeyRing::has_room(const Slot& slot) const {
  return !slot.retired && slot.state.reserved < limits_.leaves &&
         slot.state.tree.encoded_bytes() <= limits_.tree_bytes;
}

KeySlotId KeyRing::slot_to_extend(std::uint32_t day) {
  for (auto at = slots_.lower_bound({day}); at != slots_.end() && at->first.day == day; ++at) {
    if (has_room(at->second)) return at->first;
  }
  const KeySlotId id{day, random_number(random_)};
  Slot slot;
  slot.state.tree = DividedKey(PuncturableKey::random(random_));
  slots_.emplace(id, std::move(slot));
  return id;
}

bool KeyRing::make_room(std::uint32_t day) {
  const FairMutexLock files(files_mutex_);
  KeySlotId id;
  bool is_new = false;
  {
    const MutexLock lock(mutex_);
    for (auto at = slots_.lower_bound({day}); at != slots_.end() && at->first.day == day; ++at) {
      if (!at->second.retired && at->second.next < at->second.durable) return true;
    }
    id = slot_to_extend(day);
    Slot& slot = slots_.at(id);
    is_new = slot.state.reserved == 0;
    // Leaves that a failed write reserved may be missing on the disk, so they are reserved again.
    const std::uint32_t from = std::max(slot.durable, slot.next);
    slot.state.reserved = from + std::min(limits_.leaves_at_once, limits_.leaves - from);
    slot.block = slot.next = from;
    slot.unwritten = true;
  }
  if (write(id)) return true;
  const MutexLock lock(mutex_);
  if (is_new) slots_.erase(id);
  return false;
}

Result<Done, VaultError> KeyRing::hand_out_from(const KeySlotId& id, std::uint32_t leaf) {
  const FairMutexLock files(files_mutex_);
  {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end() || found->second.state.reserved >= leaf) return Done{};
    Slot& slot = found->second;
    slot.state.reserved = leaf;
    slot.block = slot.next = leaf;
    slot.unwritten = true;
  }
  return write(id);
}

Result<SessionKey, UnwrapError> KeyRing::unwrap(const SessionId& session,
                                                const WrappedKey& wrapped) const {
  const auto leaves = leaves_of(wrapped);
  if (!leaves) return UnwrapError::Malformed;
  std::optional<SecretBytes<32>> leaf_key;
  {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(leaves->leaf.slot);
    if (found == slots_.end()) return UnwrapError::NoSlot;
    leaf_key = found->second.state.tree.leaf_key(leaves->leaf.leaf);
  }
  if (!leaf_key) return UnwrapError::Punctured;
  return unwrap_key(*leaf_key, session, wrapped);
}

// ---- erasing ----------------------------------------------------------------------

Result<Done, VaultError> KeyRing::puncture(const std::vector<KeyLeaf>& leaves) {
  std::map<KeySlotId, std::vector<std::uint32_t>> by_slot;
  for (const KeyLeaf& leaf : leaves) {
    check(leaf.slot != kServiceSlot, "a leaf that is punctured is not the service slot's");
    by_slot[leaf.slot].push_back(leaf.leaf);
  }
  for (const auto& [id, numbers] : by_slot) {
    {
      const FairMutexLock files(files_mutex_);
      const MutexLock lock(mutex_);
      const auto found = slots_.find(id);
      if (found == slots_.end()) continue;
      Slot& slot = found->second;
      const auto changed = slot.state.tree.puncture(numbers, limits_.rest_bytes);
      slot.unwritten |= changed.rest;
      slot.unwritten_parts.insert(changed.parts.begin(), changed.parts.end());
    }
    // Lock for one file at a time, so that whoever reserves leaves waits for one.
    for (bool is_left = true; is_left;) {
      const FairMutexLock files(files_mutex_);
      const auto done = write_next(id);
      if (!done) return done.error();
      is_left = *done;
    }
  }
  return Done{};
}

bool KeyRing::has(const KeyLeaf& leaf) const {
  const MutexLock lock(mutex_);
  const auto found = slots_.find(leaf.slot);
  return found != slots_.end() && found->second.state.tree.has(leaf.leaf);
}

bool KeyRing::is_spent(const KeySlotId& slot) const {
  const MutexLock lock(mutex_);
  const auto found = slots_.find(slot);
  if (found == slots_.end()) return true;
  return !found->second.state.tree.has_any({0, found->second.next});
}

// ---- the slots --------------------------------------------------------------------

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
  std::vector<KeySlotId> ids;
  for (const auto& [id, fault] : damaged_) ids.push_back(id);
  return ids;
}

std::optional<KeySlotFault> KeyRing::fault_of(const KeySlotId& slot) const {
  const MutexLock lock(mutex_);
  const auto found = damaged_.find(slot);
  if (found == damaged_.end()) return std::nullopt;
  return found->second;
}

bool KeyRing::has(const KeySlotId& slot) const {
  const MutexLock lock(mutex_);
  return slots_.contains(slot);
}

bool KeyRing::opens(const KeySlotId& slot, const KeySlotFiles& files) const {
  const MutexLock lock(mutex_);
  return open_key_slot(slot, files, master_).has_value();
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
  const FairMutexLock files(files_mutex_);
  {
    const MutexLock lock(mutex_);
    slots_.erase(slot);
  }
  const auto done = folder_->destroy(slot);
  if (!done) return done;
  const MutexLock lock(mutex_);
  damaged_.erase(slot);
  return done;
}

SecretBytes<32> KeyRing::derive(std::string_view label) const {
  const MutexLock lock(mutex_);
  const auto key = slots_.at(kServiceSlot).state.tree.leaf_key(kServiceLeaf);
  check(key.has_value(), "the service slot's leaf is never punctured");
  return derive_key(key->reveal(), "countersign " + std::string(label));
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
    const FairMutexLock files(files_mutex_);
    if (!has(id)) continue;
    if (const auto done = write_all(id); !done) return done.error();
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
    const FairMutexLock files(files_mutex_);
    if (!has_other_master(id)) continue;
    if (const auto done = write_all(id); !done) return done;
    const MutexLock lock(mutex_);
    if (const auto found = slots_.find(id); found != slots_.end()) {
      found->second.has_other_master = false;
    }
  }
  return Done{};
}

Result<Done, VaultError> KeyRing::write_all(const KeySlotId& id) {
  {
    const MutexLock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end()) return Done{};
    found->second.unwritten = true;
    for (const auto& [part, tree] : found->second.state.tree.parts()) {
      found->second.unwritten_parts.insert(part);
    }
  }
  return write(id);
}

bool KeyRing::has_other_master(const KeySlotId& id) const {
  const MutexLock lock(mutex_);
  const auto found = slots_.find(id);
  return found != slots_.end() && found->second.has_other_master;
}

}  // namespace countersign
