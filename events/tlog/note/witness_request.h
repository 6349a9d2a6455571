#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/tlog/tree/merkle_proof.h"

namespace countersign::tlog {

// The body of an add-checkpoint request, C2SP tlog-witness: a new checkpoint for a witness, and the
// proof that the tree that the witness cosigned last is the beginning of the new one.
// parse_signatures() reads the answer of the witness.
struct WitnessRequest {
  std::uint64_t old_size = 0;  // of the tree that the witness cosigned last; 0 without one
  Proof proof;                 // of consistency
  std::string checkpoint;      // a signed note

  friend bool operator==(const WitnessRequest&, const WitnessRequest&) = default;
};

// REQUIRES: old_size <= kTreeSizeMax, at most kProofHashesMax hashes.
std::string to_text(const WitnessRequest& request);
// The inverse. Does not parse the checkpoint; open_checkpoint() does.
std::optional<WitnessRequest> parse_witness_request(std::string_view body);

}  // namespace countersign::tlog
