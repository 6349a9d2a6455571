#include "projections/views/session/holds.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {

std::string Holds::key(const SessionId& session) { return ViewKey().bytes(session.value()).take(); }

Projection Holds::projection() {
  return {.name = "holds", .space = space::kHolds, .shape = shape_of<HoldEntry>()};
}

void Holds::fold(const FoldedEvent<HoldSet>& folded, ViewBatch& views) {
  const RecordedEvent& recorded = folded.recorded;
  const Session& session = folded.state;
  const HoldEntry entry{session.id,
                        session.client,
                        session.sandbox,
                        recorded.sequence,
                        recorded.at,
                        recorded.actor,
                        folded.event.reason};
  views.put(space::kHolds, key(session.id), to_bytes(entry));
}

void Holds::fold(const FoldedEvent<HoldReleased>& folded, ViewBatch& views) {
  views.erase(space::kHolds, key(folded.state.id));
}

}  // namespace countersign
