#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "events/audit/sessions/session_audit.h"
#include "events/audit/streams/session_hash.h"

namespace countersign {

// Where the decisions of sessions go, in the order of the log.
class SessionDecisions {
 public:
  virtual ~SessionDecisions() = default;
  // Takes a decision, which is valid during the call. `facts` are null if its first event is no act
  // on a case. Returns a fault of the decision, if it is known at once.
  virtual std::optional<AuditFault> take(const SessionId& id,
                                         const RecordedDecision& decision,
                                         const CaseFacts* facts) = 0;
};

// Judges each decision at once, and keeps all sessions in memory: a whole Session for each open
// one, some 150 bytes for one that has ended. For few sessions, or for one that is large. One
// thread at a time.
class SessionsAudit : public SessionDecisions {
 public:
  // As for CaseAudit.
  SessionsAudit(std::string log, const AskedHistory& asked) : cases_(std::move(log), asked) {}

  std::optional<AuditFault> take(const SessionId& id,
                                 const RecordedDecision& decision,
                                 const CaseFacts* facts) override {
    return sessions_[id].take(decision, facts, cases_);
  }

  const CaseAudit& cases() const { return cases_; }

 private:
  CaseAudit cases_;
  std::unordered_map<SessionId, SessionAudit, HashOfSessionId> sessions_;
};

}  // namespace countersign
