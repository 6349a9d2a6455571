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

// A receipt, C2SP tlog-proof: everything except the entry itself that is needed to prove offline
// that the entry is in a log. Stored as `*.tlog-proof`.
struct ProofFile {
  std::uint64_t index = 0;  // of the entry
  Proof proof;              // of inclusion
  std::string checkpoint;   // a signed note, as it was issued
  std::string extra;        // data of the application; not authenticated

  friend bool operator==(const ProofFile&, const ProofFile&) = default;
};

inline constexpr std::size_t kProofExtraBytesMax = 65'536;

// REQUIRES: index < kTreeSizeMax, at most kProofHashesMax hashes and kProofExtraBytesMax of extra.
std::string to_text(const ProofFile& file);
// The inverse. Does not parse the checkpoint; verify() does.
std::optional<ProofFile> parse_proof_file(std::string_view text);

// Verifies that the entry with this leaf hash is in the log. Returns the checkpoint and its
// signers. The caller decides whether those witnesses are enough.
Result<VerifiedCheckpoint, VerifyError> verify(const ProofFile& file,
                                               const Digest& leaf,
                                               const KnownLog& log,
                                               std::span<const VerifierKey> witnesses = {});

}  // namespace countersign::tlog
