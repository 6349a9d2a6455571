#pragma once
#include <optional>
#include <set>
#include <string>

#include "events/audit/streams/state_form.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads a log from its first event and finds an outcome whose threshold set is not in the log
// before it: nobody could repeat that judgement. Keeps the hashes of the sets. One thread at a
// time.
class ThresholdAudit {
 public:
  std::optional<AuditFault> take(const StoredEvent& event);

  // See state_form.h.
  void append_state(std::string& out) const { put_set(out, known_); }
  bool take_state(StateReader& in) { return take_set(in, known_); }

 private:
  std::set<Sha256> known_;
};

}  // namespace countersign
