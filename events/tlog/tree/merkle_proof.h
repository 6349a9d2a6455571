#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/tlog/tree/merkle.h"

namespace countersign::tlog {

// Why a stored tree could not be read, as a sentence.
struct ReadError {
  std::string why;

  friend bool operator==(const ReadError&, const ReadError&) = default;
};

// Where the hashes of a stored tree come from.
class HashReader {
 public:
  virtual ~HashReader() = default;
  // REQUIRES: the subtree lies in the tree that is read.
  virtual Result<Digest, ReadError> hash(const Subtree& subtree) = 0;
};

// The hashes of a proof, in the order of RFC 6962 section 2.1.
using Proof = std::vector<Digest>;

// As many as a proof in a text may have (C2SP tlog-witness).
inline constexpr std::size_t kProofHashesMax = 63;

// MTH, section 2.1: the root of the first `size` leaves.
Result<Digest, ReadError> read_root(HashReader& reader, std::uint64_t size);

// PATH, section 2.1.1: that leaf `index` is in the tree of the first `size` leaves.
// REQUIRES: index < size <= kTreeSizeMax.
Result<Proof, ReadError> prove_inclusion(HashReader& reader,
                                         std::uint64_t index,
                                         std::uint64_t size);

// PROOF, section 2.1.2: that the first `old_size` leaves of the tree of the first `new_size`
// leaves are those of the older tree. Empty if the sizes are equal or the older one is 0.
// REQUIRES: old_size <= new_size <= kTreeSizeMax.
Result<Proof, ReadError> prove_consistency(HashReader& reader,
                                           std::uint64_t old_size,
                                           std::uint64_t new_size);

// RFC 9162 section 2.1.3.2. Any values may be given; a proof with a hash too many or too
// few is false.
[[nodiscard]] bool verify_inclusion(std::uint64_t index,
                                    std::uint64_t size,
                                    const Digest& leaf,
                                    std::span<const Digest> proof,
                                    const Digest& root);

// RFC 9162 section 2.1.4.2, and C2SP tlog-witness for an older tree of size 0, whose root
// must be that of the empty tree: every tree is consistent with it, and the proof is empty.
[[nodiscard]] bool verify_consistency(std::uint64_t old_size,
                                      const Digest& old_root,
                                      std::uint64_t new_size,
                                      const Digest& new_root,
                                      std::span<const Digest> proof);

}  // namespace countersign::tlog
