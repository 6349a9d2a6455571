#pragma once
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "projections/fold/projection.h"

namespace countersign {

// Reviewer id -> Reviewer, as core folds it from the reviewer's stream, with the counters of the
// passkeys that signed decisions since.
class Reviewers {
 public:
  static std::string key(const ReviewerId& reviewer) { return reviewer.value(); }
  // An unregistered reviewer if the id is unknown.
  static Reviewer load(ViewBatch& views, const ReviewerId& reviewer);

  static Projection projection();
  template <EventOf<ReviewerEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    store(folded.state, views);
  }
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
    note_decision(folded.recorded, folded.event.reviewer, folded.event.signature, views);
  }
  static void fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views) {
    note_decision(folded.recorded, folded.event.reviewer, folded.event.signature, views);
  }

 private:
  static void note_decision(const RecordedEvent& recorded,
                            const std::string& reviewer,
                            const std::optional<DecisionSignature>& signature,
                            ViewBatch& views);
  static void store(const Reviewer& reviewer, ViewBatch& views);
};

}  // namespace countersign
