#include "projections/views/session/idempotency.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

// More than one per new mark, so that the view can shrink.
constexpr std::size_t kMarksDroppedAFold = 2;

}  // namespace

std::string Idempotency::key(const Sha256& mark) {
  return ViewKey().letter('m').bytes(mark.value()).take();
}

Projection Idempotency::projection() {
  return {.name = "idempotency",
          .space = space::kIdempotency,
          .shape = shape_of<IdempotencyEntry>() ^ ExpiryQueue::shape()};
}

void Idempotency::store_mark(const RecordedEvent& recorded, ViewBatch& views) {
  if (!recorded.idempotency) return;
  const ExpiryQueue marks(space::kIdempotency);
  const auto drop = [&](const std::string& mark) {
    // A mark that was used again after its window is in the queue twice, and is erased with the
    // later entry.
    const auto entry = load<IdempotencyEntry>(views, space::kIdempotency, mark);
    if (entry && !is_replayable(*entry, recorded.at)) views.erase(space::kIdempotency, mark);
  };
  marks.take_until(views, recorded.at - kIdempotencyWindow, kMarksDroppedAFold, drop);

  const std::string mark = key(recorded.idempotency->key);
  views.put(
      space::kIdempotency,
      mark,
      to_bytes(IdempotencyEntry{recorded.idempotency->request, recorded.sequence, recorded.at}));
  marks.push(views, recorded.at, mark);
}

}  // namespace countersign
