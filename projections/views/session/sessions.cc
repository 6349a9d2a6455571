#include "projections/views/session/sessions.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {

std::string Sessions::key(const SessionId& session) {
  return ViewKey().bytes(session.value()).take();
}

Session Sessions::load(ViewBatch& views, const SessionId& session) {
  return countersign::load<Session>(views, space::kSessions, key(session)).value_or(Session{});
}

Projection Sessions::projection() {
  return {.name = "sessions", .space = space::kSessions, .shape = shape_of<Session>()};
}

void Sessions::store(const Session& session, ViewBatch& views) {
  views.put(space::kSessions, key(session.id), to_bytes(session));
}

}  // namespace countersign
