#pragma once
#include "core/ids.h"
#include "core/utc_time.h"

namespace countersign {

// Where and when an event was recorded: what evolve() reads beside the event. Does not own the
// stream's name.
struct EventPlace {
  const StreamId& stream;
  StreamVersion version;
  Sequence sequence;
  UtcTime at;
  Sha256 leaf;             // leaf hash of the stored event
  bool is_sealed = false;  // the event has a sealed part
};

// Makes the event at `place` the last one of the state's stream.
template <class State>
void advance(State& state, const EventPlace& place) {
  state.version = place.version.value();
  state.last_sequence = place.sequence.value();
  state.last_leaf = place.leaf;
}

}  // namespace countersign
