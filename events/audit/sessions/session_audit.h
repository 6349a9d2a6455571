#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "events/audit/sessions/case_audit.h"
#include "events/audit/sessions/case_facts.h"
#include "events/audit/streams/stream_audit.h"

namespace countersign {

// The rules of one session: those of its stream, and those of its case. After the session's files
// were purged, no event follows. A movable value; one thread at a time.
class SessionAudit {
 public:
  // Judges the session's next decision. `facts` are null if its first event is no act on a case.
  // REQUIRES: no fault before.
  std::optional<AuditFault> take(const RecordedDecision& decision,
                                 const CaseFacts* facts,
                                 CaseAudit& cases);

  // The session as it is kept for an audit that goes on; empty of one whose files were purged.
  // REQUIRES: a decision was taken, and none has a fault.
  std::string state() const;
  // False unless state() gives these bytes; the object must not be used then. REQUIRES: it is new.
  bool take_state(std::string_view bytes);

 private:
  std::optional<StreamAudit> stream_{StreamAudit()};  // empty after the purge
};

}  // namespace countersign
