#pragma once
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/ids.h"
#include "core/text/bytes.h"

// The Merkle tree of a log, RFC 6962 section 2.1, with SHA-256. Leaves are counted from 0. All
// functions are thread-safe.
namespace countersign::tlog {

// The number of leaves is below 2^63, as in other implementations.
inline constexpr std::uint64_t kTreeSizeMax = std::numeric_limits<std::int64_t>::max();
inline constexpr int kTreeLevels = 63;  // levels of full subtrees, including the leaves

// SHA-256(0x00 || entry).
Digest leaf_hash(ByteView entry);
inline Digest leaf_hash(std::string_view entry) { return leaf_hash(bytes_of(entry)); }

// SHA-256(0x01 || left || right).
Digest node_hash(const Digest& left, const Digest& right);

// The root of the tree without leaves: SHA-256 of the empty string.
Digest empty_root();

// The full subtree over the leaves [index << level, (index + 1) << level).
struct Subtree {
  int level = 0;
  std::uint64_t index = 0;

  friend bool operator==(const Subtree&, const Subtree&) = default;
};

// Returns whether all leaves of `subtree` are in a tree of `size` leaves.
constexpr bool lies_in(const Subtree& subtree, std::uint64_t size) {
  return subtree.level >= 0 && subtree.level < kTreeLevels &&
         subtree.index < (size >> subtree.level);
}

}  // namespace countersign::tlog
