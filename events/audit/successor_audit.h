#pragma once
#include <optional>

#include "core/ids.h"
#include "core/terms.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads a log from its first event and finds a decision that asks again without the session that it
// opens, or such a session without its decision. The two are written together: the first event of
// the session, and behind it the decision, each with the other's id. The session has the steps that
// the decision asks for.
//
// Remembers one event. Behind end() without a fault no session waits for its decision, so there is
// nothing to keep for an audit that goes on from there. One thread at a time.
class SuccessorAudit {
 public:
  std::optional<AuditFault> take(const StoredEvent& event);
  // The log ends here.
  std::optional<AuditFault> end() const;

  // The client of the session that the event taken last opens; nullopt if it opens none.
  const std::optional<ClientKey>& opened_for() const { return opened_for_; }

 private:
  // A session with a predecessor, until its decision is read.
  struct Opened {
    Sequence sequence;
    SessionId session;
    SessionId predecessor;
    ClientKey client;
    Purpose purpose = Purpose::FullCapture;
  };

  static AuditFault without_decision(const Opened& opened);

  std::optional<Opened> opened_;
  std::optional<ClientKey> opened_for_;
};

}  // namespace countersign
