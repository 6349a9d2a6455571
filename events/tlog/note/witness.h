#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/result.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/merkle_proof.h"

// What a witness decides when it is asked to cosign, C2SP tlog-witness, `add-checkpoint`. Pure: who
// calls knows which checkpoint it cosigned last, and lets nobody between asking and storing.
namespace countersign::tlog {

enum class WitnessRefusal : std::uint8_t {
  Malformed,     // no such request, or its old size is larger than its checkpoint's
  UnknownLog,    // its origin is of none of the logs
  NotSigned,     // by none of the log's keys, or a signature in the name of one is wrong
  OtherSize,     // the old size is not that of what was cosigned last
  Inconsistent,  // the tree that was cosigned last is not the beginning of this one
};

// A request that a log which is followed has signed.
struct Submission {
  std::uint64_t old_size = 0;
  Proof proof;
  Checkpoint checkpoint;
  SignedNote note;  // the checkpoint with the signatures of the log's own keys, and no others
};

// REQUIRES: no two of `logs` have one origin.
Result<Submission, WitnessRefusal> read_submission(std::string_view body,
                                                   std::span<const KnownLog> logs);

// Nothing if the checkpoint may be cosigned. `latest`: what was cosigned last of this log.
std::optional<WitnessRefusal> refusal_of(const Submission& submission,
                                         const std::optional<Checkpoint>& latest);

}  // namespace countersign::tlog
