#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "events/crypto/secret.h"
#include "events/vault/puncturable_key.h"

namespace countersign {

// The subtrees whose root is at this depth of a key tree. They are numbered from 0, in the order of
// their leaves.
inline constexpr unsigned kPartDepth = 10;
inline constexpr std::uint32_t kKeyParts = std::uint32_t{1} << kPartDepth;
inline constexpr std::uint32_t kPartLeaves = kTreeLeaves / kKeyParts;
inline constexpr std::size_t kPartSeedsMax = kPartLeaves / 2;

constexpr std::uint32_t part_of(std::uint32_t leaf) { return leaf / kPartLeaves; }
// REQUIRES: part < kKeyParts.
constexpr LeafRange leaves_of_part(std::uint32_t part) {
  return {part * kPartLeaves, (part + 1) * kPartLeaves};
}

// A PuncturableKey in parts that are stored apart, so that a puncture changes few bytes. A part is
// a tree with the seeds of one subtree; the rest is a tree with the seeds of all leaves that are in
// no part. All of them together are the seeds that the undivided tree would have.
//
// A subtree becomes a part when a puncture in it leaves the rest with more seeds below kPartDepth
// than it may have. So a key with few punctures has no part. Above that depth the rest has at most
// kKeyParts / 2 seeds.
//
// A value; move-only. The caller excludes other threads.
class DividedKey {
 public:
  using Parts = std::map<std::uint32_t, PuncturableKey>;

  DividedKey() = default;  // every leaf is punctured
  explicit DividedKey(PuncturableKey whole) : rest_(std::move(whole)) {}
  // Empty if a tree has a leaf of another one's.
  static std::optional<DividedKey> join(PuncturableKey rest, Parts parts);

  // As PuncturableKey has them.
  std::optional<SecretBytes<32>> leaf_key(std::uint32_t leaf) const;
  std::optional<SecretBytes<32>> leaf_key_in_turn(std::uint32_t leaf);
  bool has_any(LeafRange range) const;
  bool has(std::uint32_t leaf) const { return has_any({leaf, leaf + 1}); }

  // The seeds below kPartDepth that the rest may have, in bytes.
  static constexpr std::size_t kRestBytes = std::size_t{8} << 10;
  // The trees that a puncture has changed. A part may be new.
  struct Changed {
    bool rest = false;
    std::set<std::uint32_t> parts{};
  };
  // Erases the leaves. REQUIRES: each < kTreeLeaves.
  Changed puncture(std::span<const std::uint32_t> leaves, std::size_t rest_bytes = kRestBytes);

  const PuncturableKey& rest() const { return rest_; }
  const Parts& parts() const { return parts_; }
  std::size_t seeds() const;
  // The bytes of all trees.
  std::size_t encoded_bytes() const;

 private:
  // Makes parts of the subtrees of these numbers, as far as the rest has seeds of them.
  void divide(std::set<std::uint32_t> touched, std::size_t rest_bytes, Changed& changed);
  void make_parts(const std::set<std::uint32_t>& numbers, Changed& changed);

  PuncturableKey rest_;
  Parts parts_;
};

}  // namespace countersign
