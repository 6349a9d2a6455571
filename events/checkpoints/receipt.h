#pragma once
#include <string>

#include "core/result.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/stored_event.h"
#include "events/tlog/note/proof_file.h"
#include "events/tree_tiles.h"

namespace countersign {

// The receipt of an event (C2SP tlog-proof): the inclusion of its leaf in the tree of a checkpoint
// that covers it, signed now if necessary. The event's stored bytes are its `extra`, so the receipt
// and a verifier key are enough to verify it and to know which event it is about: tlog::verify()
// with leaf_hash(extra) authenticates extra. An event of the log has at most kEntryBytesMax bytes,
// so it fits.
//
// Returns a sentence if there is no such checkpoint, or the tree does not lead to the event; a
// receipt that would not verify is never returned. Reads the disk. Any thread.
// REQUIRES: `event` is in the log, and `tiles` and `keeper` are of that log.
Result<tlog::ProofFile, std::string> make_receipt(const TreeTiles& tiles,
                                                  CheckpointKeeper& keeper,
                                                  const StoredEvent& event);

}  // namespace countersign
