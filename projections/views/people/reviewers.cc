#include "projections/views/people/reviewers.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

Reviewer Reviewers::load(ViewBatch& views, const ReviewerId& reviewer) {
  return countersign::load<Reviewer>(views, space::kReviewers, key(reviewer)).value_or(Reviewer{});
}

Projection Reviewers::projection() {
  return {
      .name = "reviewers", .space = space::kReviewers, .version = 3, .shape = shape_of<Reviewer>()};
}

void Reviewers::note_decision(const RecordedEvent& recorded,
                              const std::string& reviewer,
                              const std::optional<DecisionSignature>& signature,
                              ViewBatch& views) {
  if (!signature || !is_reviewer_id(reviewer)) return;
  Reviewer signer = load(views, ReviewerId(reviewer));
  if (!signer.registered) return;
  note_signature(signer, *signature, recorded.at);
  store(signer, views);
}

void Reviewers::store(const Reviewer& reviewer, ViewBatch& views) {
  views.put(space::kReviewers, key(reviewer.id), to_bytes(reviewer));
}

}  // namespace countersign
