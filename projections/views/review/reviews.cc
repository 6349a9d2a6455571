#include "projections/views/review/reviews.h"

#include "projections/fold/view_key.h"

namespace countersign {
namespace {

std::string key(const std::string& prefix, Sequence asked) {
  return prefix + ViewKey().number(asked.value()).take();
}

void erase(const Session& session, ViewBatch& views) {
  if (!session.review.asked) return;
  views.erase(space::kReviews, key(Reviews::prefix_of_all(), *session.review.asked));
  views.erase(space::kReviews, key(Reviews::prefix_of(session.client), *session.review.asked));
}

}  // namespace

std::string Reviews::prefix_of(const ClientKey& client) {
  return ViewKey().letter('c').text(client.value()).end_of_text().take();
}

std::string Reviews::key_of_claim(const ReviewerId& reviewer) {
  return ViewKey().letter('h').text(reviewer.value()).take();
}

Projection Reviews::projection() {
  return {.name = "reviews", .space = space::kReviews, .version = 2};
}

void Reviews::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (!session.review.asked) return;
  const std::string id = ViewKey().bytes(session.id.value()).take();
  views.put(space::kReviews, key(prefix_of_all(), *session.review.asked), id);
  views.put(space::kReviews, key(prefix_of(session.client), *session.review.asked), id);
}

void Reviews::fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views) {
  if (!is_reviewer_id(folded.event.reviewer)) return;
  views.put(space::kReviews,
            key_of_claim(ReviewerId(folded.event.reviewer)),
            ViewKey().bytes(folded.state.id.value()).take());
}

void Reviews::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  if (folded.event.settles) erase(folded.state, views);
}

void Reviews::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  erase(folded.state, views);
}

}  // namespace countersign
