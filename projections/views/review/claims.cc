#include "projections/views/review/claims.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

// The book of held_claims.h, in the views of a batch.
struct Book {
  ViewBatch& views;

  HeldClaims claims_of(const std::string& reviewer) const {
    return load<HeldClaims>(views, space::kClaims, Claims::key_of(ReviewerId(reviewer)))
        .value_or(HeldClaims());
  }
  std::optional<std::string> holder_of(const SessionId& session) const {
    return views.get(space::kClaims, Claims::key_of(session));
  }
  void set_claims(const std::string& reviewer, const HeldClaims& held) {
    const std::string key = Claims::key_of(ReviewerId(reviewer));
    if (held.claims.empty()) return views.erase(space::kClaims, key);
    views.put(space::kClaims, key, to_bytes(held));
  }
  void set_holder(const SessionId& session, const std::optional<std::string>& holder) {
    if (!holder) return views.erase(space::kClaims, Claims::key_of(session));
    views.put(space::kClaims, Claims::key_of(session), *holder);
  }
};

void end_claim_of(const Session& session, ViewBatch& views) {
  Book book{views};
  end_claim(book, session.id);
}

}  // namespace

std::string Claims::key_of(const ReviewerId& reviewer) {
  return ViewKey().letter('r').text(reviewer.value()).take();
}

std::string Claims::key_of(const SessionId& session) {
  return ViewKey().letter('s').bytes(session.value()).take();
}

bool Claims::is_held(ViewBatch& views, const SessionId& session, std::string_view reviewer) {
  return countersign::is_held(Book{views}, session, reviewer);
}

Projection Claims::projection() {
  return {.name = "claims", .space = space::kClaims, .shape = shape_of<HeldClaims>()};
}

void Claims::fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views) {
  Book book{views};
  note_claim(book, folded.state.id, folded.event, folded.recorded.at);
}

void Claims::fold(const FoldedEvent<ReviewReleased>& folded, ViewBatch& views) {
  end_claim_of(folded.state, views);
}

void Claims::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  end_claim_of(folded.state, views);
}

// The claim of the reviewer whom the case is assigned to stays.
void Claims::fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views) {
  if (!folded.state.review.claim) end_claim_of(folded.state, views);
}

void Claims::fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views) {
  end_claim_of(folded.state, views);
}

void Claims::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  end_claim_of(folded.state, views);
}

}  // namespace countersign
