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

std::uint32_t Sessions::shape() const { return shape_of<Session>(); }

void Sessions::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.session == nullptr) return;
  views.put(space(), key(fact.session->id), to_bytes(*fact.session));
}

}  // namespace countersign
