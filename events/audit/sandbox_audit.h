#pragma once
#include <optional>
#include <set>
#include <string>

#include "events/audit/streams/state_form.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads a log from its first event and finds a session whose sandbox flag differs from its
// client's. Keeps the keys of sandbox clients. One thread at a time.
class SandboxAudit {
 public:
  std::optional<AuditFault> take(const StoredEvent& event);

  // See state_form.h.
  void append_state(std::string& out) const { put_set(out, sandboxes_); }
  bool take_state(StateReader& in) { return take_set(in, sandboxes_); }

 private:
  std::set<std::string> sandboxes_;  // client keys
};

}  // namespace countersign
