#pragma once
#include <string>

#include "core/ids.h"
#include "core/session/session.h"
#include "projections/fold/projection.h"

namespace countersign {

// Session id -> Session, as core folds it from the session's stream.
class Sessions {
 public:
  static std::string key(const SessionId& session);
  // A session with `exists` false if the id is unknown.
  static Session load(ViewBatch& views, const SessionId& session);

  static Projection projection();
  template <EventOf<SessionEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    store(folded.state, views);
  }

 private:
  static void store(const Session& session, ViewBatch& views);
};

}  // namespace countersign
