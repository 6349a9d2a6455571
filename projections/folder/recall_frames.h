#pragma once
#include <optional>

#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "projections/queries/known_frames.h"

namespace countersign {

// Fills `frames` with the frames of refused recordings: reads the event of each recording that is
// in the view, and opens the marks that are sealed in it. Leaves out a session whose key is lost or
// purged: its frames cannot be known any more. Takes time in proportion to the recordings.
// REQUIRES: the views are current; no writer uses `frames` yet.
std::optional<StoreError> recall_frames(const EventLog& log,
                                        const KeyRing& keys,
                                        KnownFrames& frames);

}  // namespace countersign
