#pragma once
#include <string>

#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "projections/fold/projection.h"

namespace countersign {

// Reviewer id -> Reviewer, as core folds it from the reviewer's stream.
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

 private:
  static void store(const Reviewer& reviewer, ViewBatch& views);
};

}  // namespace countersign
