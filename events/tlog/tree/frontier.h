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

// The right edge of a growing tree (also called a compact range): its size and the hashes of the
// full subtrees that make up the tree, at most one for each level. This is enough to add a leaf and
// to compute the root, however many leaves there are. A value of fixed size; one thread at a time.
class Frontier {
 public:
  // Adds a leaf. Returns the hashes of the full subtrees that the leaf completes, beginning with
  // the leaf itself: the i-th hash is that of Subtree{i, n >> i}, where n is the leaf's index. The
  // span is valid until the next call.
  // REQUIRES: size() < kTreeSizeMax.
  std::span<const Digest> append(const Digest& leaf);

  // Returns the frontier of the first `size` leaves of a stored tree.
  static Result<Frontier, ReadError> of(HashReader& reader, std::uint64_t size);

  std::uint64_t size() const { return size_; }
  Digest root() const;

  // The size as 8 bytes, big-endian, then the hashes of the subtrees, the largest first. Decoding
  // accepts exactly this form.
  std::string encode() const;
  static std::optional<Frontier> decode(std::string_view bytes);

 private:
  std::uint64_t size_ = 0;
  // The hash of the newest full subtree of each level. It is one of the subtrees that make up the
  // tree if the bit of its level is set in the size.
  std::array<Digest, kTreeLevels> newest_{};
};

}  // namespace countersign::tlog
