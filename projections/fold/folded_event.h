#pragma once
#include "core/stream/evolve.h"

namespace countersign {

// One event as a view folds it. Owns nothing.
template <class E>
struct FoldedEvent {
  const E& event;
  const StateOf<E>& state;  // of the event's stream, after the event
  const RecordedEvent& recorded;
};

}  // namespace countersign
