#pragma once
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
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

// A key slot whose file somebody keeps open.
struct HeldSlot {
  KeySlotId id;
  OwnedFd file;
};

inline std::vector<HeldSlot> hold_slots_of(const std::filesystem::path& keys) {
  std::vector<HeldSlot> held;
  for (const auto& entry : std::filesystem::directory_iterator(keys)) {
    const auto id = parse_key_slot_id(entry.path().filename().string());
    REQUIRE(id.has_value());
    held.push_back({*id, OwnedFd(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC))});
    REQUIRE(held.back().file);
  }
  return held;
}

// Whether any slot that can still be read, by name or by an open file, opens this row.
inline bool any_slot_opens(const std::vector<HeldSlot>& held,
                           const std::vector<std::filesystem::path>& folders,
                           const MasterKey& master,
                           const SessionId& session,
                           const std::string& row) {
  const SlotWrapping wrapping(master);
  const auto opens = [&](const KeySlotId& id, const std::string& bytes) {
    const auto slot = open_key_slot(id, bytes, wrapping);
    const auto leaves = leaves_of(WrappedKey(row));
    if (!slot || !leaves) return false;
    const auto key = slot->state.tree.leaf_key(leaves->leaf.leaf);
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
      const auto id = parse_key_slot_id(entry.path().filename().string());
      if (id && opens(*id, content_of(entry.path()))) return true;
    }
  }
  return false;
}

}  // namespace countersign
