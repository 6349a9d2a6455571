#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/merkle_proof.h"

namespace countersign::tlog {

// A receipt, C2SP tlog-proof: what it takes to prove offline that an entry is in a log, but
// for the entry itself. Stored as `*.tlog-proof`.
struct ProofFile {
  std::uint64_t index = 0;  // of the entry
  Proof proof;              // of its inclusion
  std::string checkpoint;   // a signed note, as it was issued
  std::string extra;        // what the application adds; authenticated by nothing

  friend bool operator==(const ProofFile&, const ProofFile&) = default;
};

inline constexpr std::size_t kProofExtraBytesMax = 65'536;

// REQUIRES: index < kTreeSizeMax, at most kProofHashesMax hashes and kProofExtraBytesMax of extra.
std::string to_text(const ProofFile& file);
// The inverse. The checkpoint is only looked at by verify().
std::optional<ProofFile> parse_proof_file(std::string_view text);

// Whether the entry of this leaf hash is in the log. Answers with the checkpoint, and with who
// signed it; whether those witnesses are enough is for the caller.
Result<VerifiedCheckpoint, VerifyError> verify(const ProofFile& file,
                                               const Digest& leaf,
                                               const KnownLog& log,
                                               std::span<const VerifierKey> witnesses = {});

}  // namespace countersign::tlog
