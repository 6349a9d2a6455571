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

// The source of the hashes of a stored tree.
class HashReader {
 public:
  virtual ~HashReader() = default;
  // REQUIRES: the tree contains the whole subtree.
  virtual Result<Digest, ReadError> hash(const Subtree& subtree) = 0;
};

// The hashes of a proof, in the order of RFC 6962 section 2.1.
using Proof = std::vector<Digest>;

// The maximum number of hashes of a proof in a text format (C2SP tlog-witness).
inline constexpr std::size_t kProofHashesMax = 63;

// MTH, RFC 6962 section 2.1: returns the root of the first `size` leaves.
Result<Digest, ReadError> read_root(HashReader& reader, std::uint64_t size);

// PATH, RFC 6962 section 2.1.1: proves that leaf `index` is in the tree of the first `size` leaves.
// REQUIRES: index < size <= kTreeSizeMax.
Result<Proof, ReadError> prove_inclusion(HashReader& reader,
                                         std::uint64_t index,
                                         std::uint64_t size);

// PROOF, RFC 6962 section 2.1.2: proves that the tree of the first `new_size` leaves begins with
// the `old_size` leaves of the older tree. Empty if the sizes are equal or `old_size` is 0.
// REQUIRES: old_size <= new_size <= kTreeSizeMax.
Result<Proof, ReadError> prove_consistency(HashReader& reader,
                                           std::uint64_t old_size,
                                           std::uint64_t new_size);

// RFC 9162 section 2.1.3.2. Accepts any values; returns false for a proof with too many or too few
// hashes.
[[nodiscard]] bool verify_inclusion(std::uint64_t index,
                                    std::uint64_t size,
                                    const Digest& leaf,
                                    std::span<const Digest> proof,
                                    const Digest& root);

// RFC 9162 section 2.1.4.2. For an older tree of size 0 the rule is that of C2SP tlog-witness: its
// root must be that of the empty tree, every tree is consistent with it, and the proof is empty.
[[nodiscard]] bool verify_consistency(std::uint64_t old_size,
                                      const Digest& old_root,
                                      std::uint64_t new_size,
                                      const Digest& new_root,
                                      std::span<const Digest> proof);

}  // namespace countersign::tlog
