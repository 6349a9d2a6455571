#pragma once
#include <span>
#include <string>

#include "core/ids.h"
#include "core/stream/recorded_event.h"
#include "events/view.h"
#include "projections/fold/projection.h"

namespace countersign {

// All views, as they are stored.
std::span<const Projection> all_projections();

// The value of GenerationState::versions for views that this program folds:
// "clients.1.9f3a21bc sessions.1.04cc1d7e ...".
const std::string& projection_versions();

// Whether the event is in a stream of its kind. True for every event that this program decided. May
// be false for an event that somebody else wrote into the database.
bool is_in_its_stream(const RecordedEvent& recorded);

// Folds one event into every view. `leaf` is the hash of its stored bytes. Views change in no other
// way, live and in a rebuild alike.
//
// REQUIRES: the events before it are folded; is_in_its_stream(recorded).
void fold_into_all(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views);

}  // namespace countersign
