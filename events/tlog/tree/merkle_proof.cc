#include "events/tlog/tree/merkle_proof.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/check.h"

namespace countersign::tlog {
namespace {

// The leaves [begin, end).
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  // The point where RFC 6962 splits the range: after the largest power of two below its size.
  std::uint64_t middle() const { return begin + std::bit_floor(size() - 1); }
  Range left() const { return {begin, middle()}; }
  Range right() const { return {middle(), end}; }
};

// Returns MTH of a range: takes the full subtrees that make up the range and joins the last two
// until one is left.
// REQUIRES: range.size() > 0, and range.begin is a multiple of the size rounded up to a power of
// two.
Result<Digest, ReadError> read_range(HashReader& reader, Range range) {
  std::optional<Digest> right;
  while (range.size() > 0) {
    const int level = std::countr_zero(range.size());
    range.end -= std::uint64_t{1} << level;
    Result<Digest, ReadError> left = reader.hash({level, range.end >> level});
    if (!left) return left;
    right = right ? node_hash(*left, *right) : *left;
  }
  return *right;
}

Result<Proof, ReadError> read_ranges(HashReader& reader, std::span<const Range> ranges) {
  Proof proof;
  for (const Range& range : ranges) {
    Result<Digest, ReadError> hash = read_range(reader, range);
    if (!hash) return hash.error();
    proof.push_back(*hash);
  }
  return proof;
}

// The path from a leaf to the root, as the verification algorithms of RFC 9162 walk it.
class Climb {
 public:
  Climb(std::uint64_t index, std::uint64_t size) : node_(index), last_(size - 1) {}

  bool at_root() const { return last_ == 0; }
  // Returns whether the next hash of the proof is to the left of the hash computed so far.
  bool sibling_is_left() const { return (node_ & 1) != 0 || node_ == last_; }

  void up() {
    // A node without a right sibling is its own parent.
    if (sibling_is_left()) {
      while ((node_ & 1) == 0 && node_ != 0) shift();
    }
    shift();
  }
  void skip_right_nodes() {
    while ((node_ & 1) != 0) shift();
  }

 private:
  void shift() {
    node_ >>= 1;
    last_ >>= 1;
  }

  std::uint64_t node_;
  std::uint64_t last_;
};

}  // namespace

Result<Digest, ReadError> read_root(HashReader& reader, std::uint64_t size) {
  if (size == 0) return empty_root();
  return read_range(reader, {0, size});
}

Result<Proof, ReadError> prove_inclusion(HashReader& reader,
                                         std::uint64_t index,
                                         std::uint64_t size) {
  check(index < size && size <= kTreeSizeMax,
        "an inclusion proof has index < size <= kTreeSizeMax");
  std::vector<Range> siblings;
  for (Range range{0, size}; range.size() > 1;) {
    const bool left = index < range.middle();
    siblings.push_back(left ? range.right() : range.left());
    range = left ? range.left() : range.right();
  }
  std::ranges::reverse(siblings);
  return read_ranges(reader, siblings);
}

Result<Proof, ReadError> prove_consistency(HashReader& reader,
                                           std::uint64_t old_size,
                                           std::uint64_t new_size) {
  check(old_size <= new_size && new_size <= kTreeSizeMax,
        "a consistency proof has old_size <= new_size <= kTreeSizeMax");
  if (old_size == 0) return Proof();
  std::vector<Range> ranges;
  Range range{0, new_size};
  while (range.end != old_size) {
    const bool left = old_size <= range.middle();
    ranges.push_back(left ? range.right() : range.left());
    range = left ? range.left() : range.right();
  }
  // A range that begins at 0 is the older tree itself, whose root the verifier has.
  if (range.begin != 0) ranges.push_back(range);
  std::ranges::reverse(ranges);
  return read_ranges(reader, ranges);
}

bool verify_inclusion(std::uint64_t index,
                      std::uint64_t size,
                      const Digest& leaf,
                      std::span<const Digest> proof,
                      const Digest& root) {
  if (index >= size) return false;
  Climb climb(index, size);
  Digest hash = leaf;
  for (const Digest& sibling : proof) {
    if (climb.at_root()) return false;
    hash = climb.sibling_is_left() ? node_hash(sibling, hash) : node_hash(hash, sibling);
    climb.up();
  }
  return climb.at_root() && hash == root;
}

bool verify_consistency(std::uint64_t old_size,
                        const Digest& old_root,
                        std::uint64_t new_size,
                        const Digest& new_root,
                        std::span<const Digest> proof) {
  if (old_size > new_size) return false;
  if (old_size == 0 && old_root != empty_root()) return false;
  if (old_size == new_size) return proof.empty() && old_root == new_root;
  if (old_size == 0) return proof.empty();
  if (proof.empty()) return false;

  Climb climb(old_size - 1, new_size);
  climb.skip_right_nodes();
  // If the older tree is one full subtree, the climb begins at its root, which is not in the proof.
  Digest from_old = old_root;
  if (!std::has_single_bit(old_size)) {
    from_old = proof.front();
    proof = proof.subspan(1);
  }
  Digest from_new = from_old;
  for (const Digest& sibling : proof) {
    if (climb.at_root()) return false;
    if (climb.sibling_is_left()) {
      from_old = node_hash(sibling, from_old);
      from_new = node_hash(sibling, from_new);
    } else {
      from_new = node_hash(from_new, sibling);
    }
    climb.up();
  }
  return climb.at_root() && from_old == old_root && from_new == new_root;
}

}  // namespace countersign::tlog
