#include "projections/views/session/fingerprints.h"

#include <algorithm>

#include "core/event/image_copy.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

std::optional<SessionId> first_session_with_face(ViewBatch& views, const Sha256& pixels) {
  return load<SessionId>(views, space::kFingerprints, Fingerprints::key(pixels));
}

}  // namespace

std::string Fingerprints::key(const Sha256& pixels) {
  return ViewKey().bytes(pixels.value()).take();
}

bool Fingerprints::any_seen_elsewhere(ViewBatch& views,
                                      const SessionId& session,
                                      const std::vector<StoredFile>& frames) {
  return std::ranges::any_of(frames, [&](const StoredFile& frame) {
    if (!is_known(frame.pixels)) return false;
    return first_session_with_face(views, frame.pixels).value_or(session) != session;
  });
}

Projection Fingerprints::projection() {
  return {.name = "fingerprints", .space = space::kFingerprints, .shape = shape_of<SessionId>()};
}

void Fingerprints::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  for (const StoredFile& frame : folded.event.files) {
    if (!is_known(frame.pixels) || first_session_with_face(views, frame.pixels)) continue;
    views.put(space::kFingerprints, key(frame.pixels), to_bytes(folded.state.id));
  }
}

}  // namespace countersign
