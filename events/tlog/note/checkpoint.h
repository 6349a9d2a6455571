#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/merkle.h"

// C2SP tlog-checkpoint: the text of a note that says what a log's tree is.
namespace countersign::tlog {

struct Checkpoint {
  std::string origin;  // names the log
  std::uint64_t size = 0;
  Digest root{};
  std::vector<std::string> extensions;  // opaque lines; better none

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// REQUIRES: origin and extensions are lines that are not empty; size <= kTreeSizeMax.
std::string to_text(const Checkpoint& checkpoint);
// The inverse; there is one text for each checkpoint.
std::optional<Checkpoint> parse_checkpoint(std::string_view text);

// A log that somebody follows: what it calls itself, and the keys it may sign with.
struct KnownLog {
  std::string origin;
  std::vector<VerifierKey> keys;
};

struct VerifiedCheckpoint {
  Checkpoint checkpoint;
  // The log's own first, then the witnesses'; how many of these are enough is for the caller.
  std::vector<Endorsement> endorsements;
};

// The checkpoint in a signed note, if it is of this log and one of the log's keys signed it.
// Also looks for `witnesses`; a bad signature of one of them is an error too.
Result<VerifiedCheckpoint, VerifyError> open_checkpoint(
    std::string_view note, const KnownLog& log, std::span<const VerifierKey> witnesses = {});

}  // namespace countersign::tlog
