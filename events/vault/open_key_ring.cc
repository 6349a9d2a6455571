// KeyRing::open(): the slots as the folder has them.
#include <fmt/format.h>

#include <set>
#include <utility>

#include "events/vault/key_ring.h"

namespace countersign {

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
  std::unique_ptr<KeyRing> ring(
      new KeyRing(*std::move(files), SlotWrapping(master), access.limits, random));
  if (auto error = ring->load(folder, access)) return *std::move(error);
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
  const FairMutexLock files(files_mutex_);
  {
    const MutexLock lock(mutex_);
    const auto damaged = damaged_.find(kServiceSlot);
    if (!access.may_create || !slots_.empty() || !damaged_.empty()) {
      return fmt::format(
          "the service slot in {} {}; start with the folder's own master key, or put the slot back "
          "from a copy of the keys",
          folder.string(),
          damaged != damaged_.end() ? describe(damaged->second) : "is missing");
    }
    Slot service;
    service.state.reserved = kServiceLeaf + 1;
    service.state.tree = DividedKey(PuncturableKey::random(random_));
    service.unwritten = true;
    slots_.emplace(kServiceSlot, std::move(service));
  }
  if (write(kServiceSlot)) return std::nullopt;
  return fmt::format("cannot write the key slots of {}", folder.string());
}

std::optional<std::string> KeyRing::load(const std::filesystem::path& path, const Access& access) {
  const FairMutexLock files_lock(files_mutex_);
  const MutexLock lock(mutex_);
  const auto ids = folder_->list();
  if (!ids) return fmt::format("cannot list the key slots of {}", path.string());
  for (const KeySlotId& id : *ids) {
    const auto files = folder_->read(id);
    // A slot of which there are only parts has lost its own file.
    if (!files && files.error() != VaultError::NotFound) {
      return fmt::format("cannot read the key slot {}", (path / to_string(id)).string());
    }
    auto opened = open_key_slot(id, files ? *files : KeySlotFiles{}, master_);
    if (!opened) {
      damaged_.emplace(id, opened.error());
      continue;
    }
    Slot slot{.state = std::move(opened->state)};
    // Leaves of the block may have been handed out before.
    slot.block = slot.next = slot.durable = slot.state.reserved;
    slot.has_other_master = opened->has_other_master;
    slots_.emplace(id, std::move(slot));
  }
  if (access.read_only || destroy_unlisted_parts()) return std::nullopt;
  return fmt::format("cannot write the key slots of {}", path.string());
}

// A part that an opened slot does not list was to be listed by the writing that a crash prevented.
// The slot's own file has the seeds of the subtree.
bool KeyRing::destroy_unlisted_parts() {
  const auto on_disk = folder_->list_parts();
  if (!on_disk) return false;
  for (const auto& [id, parts] : *on_disk) {
    const auto slot = slots_.find(id);
    if (slot == slots_.end()) continue;
    std::set<std::uint32_t> unlisted = parts;
    for (const auto& [part, tree] : slot->second.state.tree.parts()) unlisted.erase(part);
    if (!unlisted.empty() && !folder_->destroy_parts(id, unlisted)) return false;
  }
  return true;
}

}  // namespace countersign
