#pragma once
#include <string>

#include "core/result.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/event_log.h"
#include "events/tlog/note/proof_file.h"

namespace countersign {

// The receipt of an event, C2SP tlog-proof: its leaf's inclusion in the tree of a checkpoint that
// covers it, signed now if need be. The stored bytes of the event are its `extra`, so the receipt
// and a verifier key are all that is needed to verify it and to know what it is about: extra
// is authenticated by tlog::verify() with leaf_hash(extra). An event of the log has at most
// kEntryBytesMax bytes, so it fits.
//
// A sentence when there is no such checkpoint, or the tree does not lead to the event; no
// receipt leaves that would not verify. Reads the disk. Any thread.
// REQUIRES: `event` is in the log, and `keeper` signs for it.
Result<tlog::ProofFile, std::string> make_receipt(const EventLog& log,
                                                  CheckpointKeeper& keeper,
                                                  const StoredEvent& event);

}  // namespace countersign
