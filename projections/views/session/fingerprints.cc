#include "projections/views/session/fingerprints.h"

#include <algorithm>

#include "core/event/image_copy.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

std::optional<SessionId> first_session_with_face(ViewBatch& views,
                                                 const ClientKey& client,
                                                 const Sha256& pixels) {
  return load<SessionId>(views, space::kFingerprints, Fingerprints::key(client, pixels));
}

}  // namespace

std::string Fingerprints::key(const ClientKey& client, const Sha256& pixels) {
  return ViewKey().text(client.value()).end_of_text().bytes(pixels.value()).take();
}

bool Fingerprints::any_seen_elsewhere(ViewBatch& views,
                                      const ClientKey& client,
                                      const SessionId& session,
                                      const std::vector<StoredFile>& frames) {
  return std::ranges::any_of(frames, [&](const StoredFile& frame) {
    if (!is_known(frame.pixels)) return false;
    return first_session_with_face(views, client, frame.pixels).value_or(session) != session;
  });
}

Projection Fingerprints::projection() {
  return {.name = "fingerprints",
          .space = space::kFingerprints,
          .version = 2,
          .shape = shape_of<SessionId>()};
}

void Fingerprints::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  for (const StoredFile& frame : folded.event.files) {
    if (!is_known(frame.pixels)) continue;
    if (first_session_with_face(views, session.client, frame.pixels)) continue;
    views.put(space::kFingerprints, key(session.client, frame.pixels), to_bytes(session.id));
  }
}

}  // namespace countersign
