#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/result.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/merkle_proof.h"

// The decision of a witness on a request to cosign, C2SP tlog-witness, `add-checkpoint`. Pure
// functions: the caller knows which checkpoint it cosigned last, and must handle no other request
// for the log between the decision and the storing of the new checkpoint.
namespace countersign::tlog {

enum class WitnessRefusal : std::uint8_t {
  Malformed,     // not a valid request, or its old size is larger than its checkpoint's
  UnknownLog,    // no log has this origin
  NotSigned,     // no key of the log has signed, or a signature with a key's name and id is wrong
  OtherSize,     // the old size is not that of the checkpoint cosigned last
  Inconsistent,  // the tree cosigned last is not the beginning of this one
};

// A request whose checkpoint is signed by a log that the witness follows.
struct Submission {
  std::uint64_t old_size = 0;
  Proof proof;
  Checkpoint checkpoint;
  SignedNote note;  // the checkpoint with the signatures of the log's own keys, and no others
};

// REQUIRES: no two of `logs` have one origin.
Result<Submission, WitnessRefusal> read_submission(std::string_view body,
                                                   std::span<const KnownLog> logs);

// Returns nullopt if the checkpoint may be cosigned. `latest` is the checkpoint of this log that
// was cosigned last, if any.
std::optional<WitnessRefusal> refusal_of(const Submission& submission,
                                         const std::optional<Checkpoint>& latest);

}  // namespace countersign::tlog
