#pragma once
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "events/vault/key_slot_folder.h"
#include "events/vault/session_key.h"

namespace countersign {

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The slot of one of its files: of its own, or of a part.
inline std::optional<KeySlotId> slot_of_file(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (const auto part = parse_key_part_id(name)) return part->slot;
  return parse_key_slot_id(name);
}

// A file of a key slot that somebody keeps open.
struct HeldSlot {
  KeySlotId id;
  OwnedFd file;
};

inline std::vector<HeldSlot> hold_slots_of(const std::filesystem::path& keys) {
  std::vector<HeldSlot> held;
  for (const auto& entry : std::filesystem::directory_iterator(keys)) {
    const auto id = slot_of_file(entry.path());
    REQUIRE(id.has_value());
    held.push_back({*id, OwnedFd(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC))});
    REQUIRE(held.back().file);
  }
  return held;
}

// The leaf's key, from the bytes of any one file of its slot: a file that is overwritten may later
// be another one of the slot.
inline std::optional<SecretBytes<32>> leaf_key_in(const std::string& bytes,
                                                  const SlotWrapping& wrapping,
                                                  const KeyLeaf& leaf) {
  if (const auto rest = open_key_rest(leaf.slot, bytes, wrapping)) {
    return rest->tree.leaf_key(leaf.leaf);
  }
  const auto part = open_key_part(leaf.slot, part_of(leaf.leaf), bytes, wrapping);
  return part ? part->tree.leaf_key(leaf.leaf) : std::nullopt;
}

// Whether any file of a slot that can still be read, by name or by an open file, opens this row.
inline bool any_slot_opens(const std::vector<HeldSlot>& held,
                           const std::vector<std::filesystem::path>& folders,
                           const MasterKey& master,
                           const SessionId& session,
                           const std::string& row) {
  const SlotWrapping wrapping(master);
  const auto leaves = leaves_of(WrappedKey(row));
  if (!leaves) return false;
  const auto opens = [&](const KeySlotId& id, const std::string& bytes) {
    if (id != leaves->leaf.slot) return false;
    const auto key = leaf_key_in(bytes, wrapping, leaves->leaf);
    return key && unwrap_key(*key, session, WrappedKey(row)).has_value();
  };
  for (const HeldSlot& slot : held) {
    std::string bytes(kKeySlotBytesMax, '\0');
    const ::ssize_t size = ::pread(slot.file.get(), bytes.data(), bytes.size(), 0);
    if (size < 0) continue;
    bytes.resize(static_cast<std::size_t>(size));
    if (opens(slot.id, bytes)) return true;
  }
  for (const auto& keys : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(keys)) {
      const auto id = slot_of_file(entry.path());
      if (id && opens(*id, content_of(entry.path()))) return true;
    }
  }
  return false;
}

}  // namespace countersign
