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

// A file of a key slot: the slot's own, or that of a part.
struct SlotFile {
  KeySlotId slot;
  std::optional<std::uint32_t> part;
};
inline std::optional<SlotFile> slot_file_of(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (const auto id = parse_key_slot_id(name)) return SlotFile{*id, std::nullopt};
  if (const auto part = parse_key_part_id(name)) return SlotFile{part->slot, part->part};
  return std::nullopt;
}

// One that somebody keeps open.
struct HeldSlot {
  KeySlotId id;
  std::optional<std::uint32_t> part;
  OwnedFd file;
};

inline std::vector<HeldSlot> hold_slots_of(const std::filesystem::path& keys) {
  std::vector<HeldSlot> held;
  for (const auto& entry : std::filesystem::directory_iterator(keys)) {
    const auto of = slot_file_of(entry.path());
    REQUIRE(of.has_value());
    held.push_back(
        {of->slot, of->part, OwnedFd(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC))});
    REQUIRE(held.back().file);
  }
  return held;
}

// The leaf's key, from the bytes of one file of its slot.
inline std::optional<SecretBytes<32>> leaf_key_in(const SlotFile& file,
                                                  const std::string& bytes,
                                                  const SlotWrapping& wrapping,
                                                  const KeyLeaf& leaf) {
  if (leaf.slot != file.slot) return std::nullopt;
  if (file.part) {
    const auto part = open_key_part(file.slot, *file.part, bytes, wrapping);
    return part ? part->tree.leaf_key(leaf.leaf) : std::nullopt;
  }
  const auto rest = open_key_rest(file.slot, bytes, wrapping);
  return rest ? rest->tree.leaf_key(leaf.leaf) : std::nullopt;
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
  const auto opens = [&](const SlotFile& file, const std::string& bytes) {
    const auto key = leaf_key_in(file, bytes, wrapping, leaves->leaf);
    return key && unwrap_key(*key, session, WrappedKey(row)).has_value();
  };
  for (const HeldSlot& slot : held) {
    std::string bytes(kKeySlotBytesMax, '\0');
    const ::ssize_t size = ::pread(slot.file.get(), bytes.data(), bytes.size(), 0);
    if (size < 0) continue;
    bytes.resize(static_cast<std::size_t>(size));
    if (opens({slot.id, slot.part}, bytes)) return true;
  }
  for (const auto& keys : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(keys)) {
      const auto file = slot_file_of(entry.path());
      if (file && opens(*file, content_of(entry.path()))) return true;
    }
  }
  return false;
}

}  // namespace countersign
