#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/tree/merkle.h"
#include "events/tlog/tree/merkle_proof.h"

namespace countersign::tlog {

// The right edge of a growing tree: its size and the hashes of the full subtrees
// that its leaves fall into, at most one a level. That is all it takes to add a leaf
// and to know the root, however many leaves there are. (Also called a compact range.)
// A value of fixed size; one thread at a time.
class Frontier {
 public:
  // Adds a leaf. Returns the hashes of the full subtrees that it completed, which
  // always begin with the leaf itself: the i-th is that of Subtree{i, n >> i}, where n is the
  // leaf's index. They stay where they are until the next call.
  // REQUIRES: size() < kTreeSizeMax.
  std::span<const Digest> append(const Digest& leaf);

  // That of the first `size` leaves of a stored tree.
  static Result<Frontier, ReadError> of(HashReader& reader, std::uint64_t size);

  std::uint64_t size() const { return size_; }
  Digest root() const;

  // The size as 8 bytes, the most significant first, then the hashes of the subtrees, the
  // largest first. Decoding takes nothing else.
  std::string encode() const;
  static std::optional<Frontier> decode(std::string_view bytes);

 private:
  std::uint64_t size_ = 0;
  // The hash of the newest full subtree of each level. Where the bit of a level is
  // set in the size, it is one that the tree consists of.
  std::array<Digest, kTreeLevels> newest_{};
};

}  // namespace countersign::tlog
