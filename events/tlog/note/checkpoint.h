#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/merkle.h"

// C2SP tlog-checkpoint: the text of a note that describes the tree of a log.
namespace countersign::tlog {

struct Checkpoint {
  std::string origin;  // names the log
  std::uint64_t size = 0;
  Digest root{};
  std::vector<std::string> extensions;  // opaque lines; not recommended

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// REQUIRES: origin and extensions are lines that are not empty; size <= kTreeSizeMax.
std::string to_text(const Checkpoint& checkpoint);
// The inverse. Each checkpoint has exactly one text.
std::optional<Checkpoint> parse_checkpoint(std::string_view text);

// A log that a verifier follows: its origin, and the keys it may sign with.
struct KnownLog {
  std::string origin;
  std::vector<VerifierKey> keys;
};

struct VerifiedCheckpoint {
  Checkpoint checkpoint;
  // The log's own first, then those of witnesses. The caller decides how many witnesses are enough.
  std::vector<Endorsement> endorsements;
};

// Returns the checkpoint in a signed note, if it is of this log and one of the log's keys signed
// it. Also verifies the signatures of `witnesses`; a bad signature of one of them is an error too.
Result<VerifiedCheckpoint, VerifyError> open_checkpoint(
    std::string_view note, const KnownLog& log, std::span<const VerifierKey> witnesses = {});

}  // namespace countersign::tlog
