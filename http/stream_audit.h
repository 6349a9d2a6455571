#pragma once
#include <optional>
#include <string>
#include <vector>

#include "events/event_log.h"

namespace countersign::http {

// What is wrong with an event, and with which.
struct AuditFault {
  Sequence sequence;
  std::string why;  // a sentence for the auditor
};

// Runs the whole of one stream again, from its first event: versions without a gap,
// each event chained to the one before, and each append one that the business rules
// allow. For the last, the command that an event must have come from is made
// again from it and put to decide(), which must decide exactly what was recorded.
//
// What cannot be run again is left out: whether a client might open a session at
// that time, whether frames were seen in another session, and which of two times close
// to each other came first. A command carries its own time, and an event one that is
// not before it, so a command is tried at its event's time and just before
// what the rules let end: a session, a nonce.
//
// Pure. Nothing when the stream is as it should be.
std::optional<AuditFault> audit_stream(const std::vector<StoredEvent>& stream);

}  // namespace countersign::http
