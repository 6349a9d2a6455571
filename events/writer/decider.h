#pragma once
#include <variant>
#include <vector>

#include "core/event/rejection.h"
#include "core/stream/event.h"
#include "core/stream/recorded_event.h"
#include "events/view.h"
#include "events/writer/submission.h"

namespace countersign {

// The last version of a stream: version 0 and a leaf of zeros before its first event.
struct StreamHead {
  StreamVersion version;
  Sha256 leaf;  // leaf hash of its last event
};

using DecisionOutcome = std::variant<std::vector<Event>, Rejection, Replayed>;

// The business rules and the views, as the writer needs them. Every call sees the effects of all
// earlier events, including those of the same batch. Deterministic: no clock, no random source. One
// thread at a time, the writer's that decides.
class Decider {
 public:
  virtual ~Decider() = default;
  virtual StreamHead head(const StreamId& stream, ViewBatch& views) const = 0;
  virtual DecisionOutcome decide(const Submission& submission, ViewBatch& views) const = 0;
  // Folds one event into every view. `leaf` is the hash of its stored bytes.
  virtual void fold(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) const = 0;
};

}  // namespace countersign
