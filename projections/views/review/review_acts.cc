#include "projections/views/review/review_acts.h"

#include <chrono>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

void put(const RecordedEvent& recorded, const ReviewAct& act, ViewBatch& views) {
  const std::string sequence = ViewKey().number(recorded.sequence.value()).take();
  views.put(space::kReviewActs, ReviewActs::key_from(recorded.at) + sequence, to_bytes(act));
}

}  // namespace

std::string ReviewActs::key_from(UtcTime at) { return ViewKey().time(at).take(); }

UtcTime ReviewActs::time_of(std::string_view key) { return ViewKey::time_at(key, 0); }

Projection ReviewActs::projection() {
  return {.name = "review_acts", .space = space::kReviewActs, .shape = shape_of<ReviewAct>()};
}

void ReviewActs::fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  put(folded.recorded,
      {session.id, session.client, folded.event.reviewer, ReviewActKind::Look, std::nullopt},
      views);
}

void ReviewActs::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  ReviewAct act{
      session.id, session.client, folded.event.reviewer, ReviewActKind::Opinion, std::nullopt};
  if (folded.event.settles) {
    const Duration waited = folded.recorded.at - session.ended_at.value_or(folded.recorded.at);
    act.waited_ms = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(waited).count());
  }
  put(folded.recorded, act, views);
}

void ReviewActs::fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  put(folded.recorded,
      {session.id, session.client, folded.event.reviewer, ReviewActKind::Correction, std::nullopt},
      views);
}

}  // namespace countersign
