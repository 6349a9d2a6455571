#include "projections/views/reviewers.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

Reviewer Reviewers::load(ViewBatch& views, const ReviewerId& reviewer) {
  return countersign::load<Reviewer>(views, space::kReviewers, key(reviewer)).value_or(Reviewer{});
}

Projection Reviewers::projection() {
  return {.name = "reviewers", .space = space::kReviewers, .shape = shape_of<Reviewer>()};
}

void Reviewers::store(const Reviewer& reviewer, ViewBatch& views) {
  views.put(space::kReviewers, key(reviewer.id), to_bytes(reviewer));
}

}  // namespace countersign
