#pragma once
#include <optional>
#include <unordered_set>

#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads a log from its first event and finds a session whose sandbox flag differs from its
// client's. Keeps the keys of sandbox clients. One thread at a time.
class SandboxAudit {
 public:
  std::optional<AuditFault> take(const StoredEvent& event);

 private:
  std::unordered_set<std::string> sandboxes_;  // client keys
};

}  // namespace countersign
