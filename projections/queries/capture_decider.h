#pragma once
#include "core/event/recorded.h"
#include "core/ids.h"
#include "events/view.h"
#include "events/writer/decider.h"
#include "events/writer/submission.h"

namespace countersign {

// The business behind the writer: loads what a command is decided on from the
// views of the open batch, and asks the pure decide() of core/.
//
// A mark that was seen within kIdempotencyWindow of the command's time comes
// before every rule: the same request is Replayed, another one is refused.
// Stateless; for whoever decides in the writer, like the batch it is given.
class CaptureDecider : public Decider {
 public:
  StreamHead head(const StreamId& stream, ViewBatch& views) const override;
  Verdict decide(const Submission& submission, ViewBatch& views) const override;
  void fold(const Recorded& recorded, const Sha256& leaf, ViewBatch& views) const override;
};

}  // namespace countersign
