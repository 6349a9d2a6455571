#include "projections/views/session/idempotency.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

// The most expired keys that a fold drops: more than the one that it adds, so that the view can
// shrink.
constexpr std::size_t kKeysDroppedAFold = 2;

}  // namespace

std::string Idempotency::key(const Sha256& key_hash) {
  return ViewKey().letter('m').bytes(key_hash.value()).take();
}

Projection Idempotency::projection() {
  return {.name = "idempotency",
          .space = space::kIdempotency,
          .shape = shape_of<IdempotencyEntry>() ^ ExpiryQueue::shape()};
}

void Idempotency::store_key(const RecordedEvent& recorded, ViewBatch& views) {
  if (!recorded.idempotency) return;
  const ExpiryQueue expiring(space::kIdempotency);
  const auto drop = [&](const std::string& used) {
    // A key that was used again after its window is in the queue twice, and is erased with the
    // later entry.
    const auto entry = load<IdempotencyEntry>(views, space::kIdempotency, used);
    if (entry && !is_replayable(*entry, recorded.at)) views.erase(space::kIdempotency, used);
  };
  expiring.take_until(views, recorded.at - kIdempotencyWindow, kKeysDroppedAFold, drop);

  const std::string used = key(recorded.idempotency->key);
  views.put(
      space::kIdempotency,
      used,
      to_bytes(IdempotencyEntry{recorded.idempotency->request, recorded.sequence, recorded.at}));
  expiring.push(views, recorded.at, used);
}

}  // namespace countersign
