#pragma once
#include <functional>
#include <utility>

#include "core/ids.h"
#include "core/stream/recorded_event.h"
#include "events/view.h"
#include "events/writer/decider.h"
#include "events/writer/submission.h"
#include "projections/queries/known_frames.h"

namespace countersign {

// The business rules behind the writer: loads the state that a command is decided on from the views
// of the open batch, and calls the pure decide() of core/.
//
// An idempotency key that was used within kIdempotencyWindow of the command's time is checked
// before every rule: the same request is Replayed, another request is refused. Has no state but
// what it remembers of refused recordings, which the log has sealed. Like the batch, only for the
// writer's thread that decides.
class CaptureDecider : public Decider {
 public:
  StreamHead head(const StreamId& stream, ViewBatch& views) const override;
  DecisionOutcome decide(const Submission& submission, ViewBatch& views) const override;
  void fold(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) const override;

  // The frames that decisions on faces remember. A decision on a face first calls the function, if
  // one was set before the writer began, which fills them (folder/recall_frames.h).
  KnownFrames& known_frames() { return known_frames_; }
  void recall_by(std::function<void()> recall) { recall_ = std::move(recall); }

 private:
  std::function<void()> recall_ = [] {};
  mutable KnownFrames known_frames_;
};

}  // namespace countersign
