#pragma once
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/vault/key_ring.h"
#include "tests/events/support/temp_folder.h"

namespace countersign {

inline MasterKey master(std::string_view name) { return MasterKey(SecretBytes<32>(sha256(name))); }

// A folder of key slots, and the ring that was opened on it.
struct KeyFolder {
  TempFolder temp;
  OsRandom random;
  SessionId session{*parse_uuid("00112233-4455-4677-8899-aabbccddeeff")};
  SessionKey key = SessionKey::random(random);
  std::unique_ptr<KeyRing> ring;

  KeyFolder() { REQUIRE(open("first", true) == ""); }

  std::filesystem::path path() const { return temp.path() / "keys"; }
  // Returns the reason why the key ring did not open; empty if it opened.
  std::string open(std::string_view master_name,
                   bool may_create = false,
                   const KeyRing::Limits& limits = {}) {
    ring.reset();
    auto opened = KeyRing::open(
        path(), master(master_name), {.may_create = may_create, .limits = limits}, random);
    if (!opened) return opened.error();
    ring = *std::move(opened);
    return "";
  }
  WrappedKey wrap(std::string_view day = "20261221") {
    const auto wrapped = ring->wrap(day, session, key);
    REQUIRE(wrapped.has_value());
    return wrapped->wrapped;
  }
  bool opens(const WrappedKey& wrapped) const {
    const auto unwrapped = ring->unwrap(session, wrapped);
    return unwrapped && std::ranges::equal(unwrapped->reveal(), key.reveal());
  }
  std::string content(const KeySlotId& slot) const {
    return text_of_file(path() / to_string(slot));
  }
  // The file beside the slot's, see KeySlotFolder::write().
  std::filesystem::path fresh_path(const KeySlotId& slot) const {
    return path() / (to_string(slot) + ".new");
  }
  static std::string text_of_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

inline KeyLeaf leaf_of(const WrappedKey& wrapped) { return leaves_of(wrapped)->leaf; }
inline KeySlotId slot_of(const WrappedKey& wrapped) { return leaf_of(wrapped).slot; }

inline std::string read_at_start(int fd) {
  std::string bytes(kKeySlotBytesMax, '\0');
  const ::ssize_t size = ::pread(fd, bytes.data(), bytes.size(), 0);
  REQUIRE(size > 0);
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

}  // namespace countersign
