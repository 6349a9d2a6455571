#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "events/event_log.h"
#include "projections/stream_audit.h"

namespace countersign {

// Goes through the events of a whole log once, in their order, and finds the first that
// could not have happened: positions without a gap, times that do not go back, and each
// stream as StreamAudit has it.
//
// Memory is bounded by what the streams hold at a time: a whole Session for each that is open,
// some 250 bytes for each that has ended and is not purged, 40 for each whose files were purged,
// lest its id be used again. Pure but for its own state; one thread at a time.
class HistoryAudit {
 public:
  // Where the next event is to be put, its bytes apart, which nobody looks at.
  StoredEvent& next() { return slots_[filling_]; }
  // Takes the event that was put there. A fault is of this event or of the one before, which may
  // have waited for it. After one, no further event.
  std::optional<AuditFault> take();
  // Judges an event that still waits for another.
  std::optional<AuditFault> end();

 private:
  struct HashOfId {
    std::size_t operator()(const SessionId& id) const;
  };

  std::optional<AuditFault> place_fault(const StoredEvent& event);
  std::optional<AuditFault> judge(const Act& act);
  std::optional<AuditFault> judge_session(const SessionId& id, const Act& act);

  StoredEvent slots_[2];
  std::size_t filling_ = 0;
  bool waiting_ = false;  // the event in the other slot

  std::uint64_t events_ = 0;
  UtcTime latest_;
  std::unordered_map<SessionId, StreamAudit, HashOfId> sessions_;
  std::unordered_set<SessionId, HashOfId> closed_;
  std::map<StreamId, StreamAudit> others_;
};

}  // namespace countersign
