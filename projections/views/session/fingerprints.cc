#include "projections/views/session/fingerprints.h"

#include <algorithm>

#include "core/event/image_copy.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

std::optional<SessionId> first_session_of(ViewBatch& views, const Sha256& pixels) {
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
    return first_session_of(views, frame.pixels).value_or(session) != session;
  });
}

std::uint32_t Fingerprints::shape() const { return shape_of<SessionId>(); }

void Fingerprints::fold(const Fact& fact, ViewBatch& views) const {
  const auto* accepted = std::get_if<LivenessAccepted>(&fact.recorded.event);
  if (accepted == nullptr || fact.session == nullptr) return;
  for (const StoredFile& frame : accepted->files) {
    if (!is_known(frame.pixels) || first_session_of(views, frame.pixels)) continue;
    views.put(space(), key(frame.pixels), to_bytes(fact.session->id));
  }
}

}  // namespace countersign
