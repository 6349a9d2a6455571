#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/random_source.h"
#include "core/text/bytes.h"
#include "events/crypto/secret.h"

namespace countersign {

// The keys of one tree are numbered from 0; each is a leaf of a binary tree of this depth.
inline constexpr unsigned kTreeDepth = 20;
inline constexpr std::uint32_t kTreeLeaves = std::uint32_t{1} << kTreeDepth;
// A tree needs the most seeds when every second leaf is punctured.
inline constexpr std::size_t kTreeSeedsMax = kTreeLeaves / 2;

// The leaves from `from` up to, and not including, `to`.
struct LeafRange {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool operator==(const LeafRange&) const = default;
};

// A puncturable pseudorandom function: 2^20 keys that follow from one random seed. Any key may be
// erased permanently while all others stay as they are.
//
// It is the binary tree of Goldreich, Goldwasser and Micali ("How to construct random functions",
// J. ACM 33, 1986). The root is a random seed, and the two children of a seed s are
// HMAC-SHA256(s, "countersign key tree v1" 0x00) and the same with 0x01. A leaf is a key. The state
// is a set of seeds that cover the leaves. To puncture a leaf is to replace the seed that covers it
// by the seeds beside the path to it (Boneh and Waters; Boyle, Goldwasser and Ivan; Kiayias et al.;
// all 2013): from them every other leaf of that seed follows, and the leaf itself does not. A
// subtree whose leaves are all punctured has no seed.
//
// The state after a set of punctures is the same in whatever order they were made.
//
// A value; move-only. The caller excludes other threads. Seeds are overwritten in memory when they
// are replaced.
class PuncturableKey {
 public:
  PuncturableKey() = default;  // every leaf is punctured
  static PuncturableKey random(RandomSource& source);

  PuncturableKey clone() const;

  // The leaf's key; empty if the leaf is punctured. Costs one HMAC a level below the seed.
  // REQUIRES: leaf < kTreeLeaves.
  std::optional<SecretBytes<32>> leaf_key(std::uint32_t leaf) const;
  // The same. Keeps the seeds on the path until the next puncture, so that keys that are asked for
  // in the order of their leaves cost two HMACs each.
  std::optional<SecretBytes<32>> leaf_key_in_turn(std::uint32_t leaf);
  // Returns whether some leaf of the range is not punctured.
  bool has_any(LeafRange range) const;
  bool has(std::uint32_t leaf) const { return has_any({leaf, leaf + 1}); }

  // Erases the leaves. A leaf that is punctured already stays so. REQUIRES: each < kTreeLeaves.
  void puncture(std::span<const std::uint32_t> leaves);
  // REQUIRES: from <= to <= kTreeLeaves.
  void puncture(LeafRange range);

  // Moves the seeds of each subtree out into a tree of its own, in which all other leaves are
  // punctured; here the leaves of the subtrees are punctured then. REQUIRES: each range is all
  // leaves below one node, and the ranges are sorted and disjoint.
  std::vector<PuncturableKey> take(std::span<const LeafRange> subtrees);

  // Returns the leaves below each seed, in their order.
  std::vector<LeafRange> covered() const;
  bool empty() const { return nodes_.empty(); }
  std::size_t seeds() const { return nodes_.size(); }

  // The state in bytes, in one form only:
  //
  //   tree  := count node{count}
  //   count := 4 bytes, big-endian
  //   node  := place seed
  //   place := 4 bytes, big-endian: 1 for the root; the children of place p are 2p and 2p + 1
  //   seed  := 32 bytes
  //
  // The nodes are in the order of their leaves, cover no leaf twice, and no two are the children
  // of one place.
  std::size_t encoded_bytes() const { return kCountBytes + nodes_.size() * kNodeBytes; }
  // REQUIRES: `out` has encoded_bytes().
  void encode(MutableBytes out) const;
  // Empty for any other bytes.
  static std::optional<PuncturableKey> decode(ByteView bytes);

  static constexpr std::size_t kCountBytes = 4;
  static constexpr std::size_t kNodeBytes = 4 + 32;

 private:
  struct Node {
    std::uint32_t place = 0;
    SecretBytes<32> seed;
  };

  // The node that covers the leaf; null if there is none.
  const Node* covering(std::uint32_t leaf) const;
  void puncture_sorted(std::span<const LeafRange> holes);
  static void keep_around(Node node, std::span<const LeafRange> holes, std::vector<Node>& kept);
  static void take_from(Node node,
                        std::span<const LeafRange> subtrees,
                        std::vector<PuncturableKey>& taken,
                        std::vector<Node>& kept);

  std::vector<Node> nodes_;
  std::vector<Node> path_;  // of leaf_key_in_turn(): from below a node of nodes_ down to the leaf
};

}  // namespace countersign
