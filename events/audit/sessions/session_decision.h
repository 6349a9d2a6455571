#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/audit/sessions/case_facts.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

// The form in which an audit puts a decision of a session aside (spill/spill_parts.h) and reads it
// back within the same process: core/binary_record.h with numbers of their full size. It has what
// SessionAudit needs of the events, and not their bytes, sealed values, request ids and idempotency
// keys. An event of another stream, which no session has, becomes one that no session has either.
namespace countersign {

struct SessionDecision {
  SessionId session;
  StoredEvent first;
  std::optional<StoredEvent> second;
  std::optional<CaseFacts> facts;

  // REQUIRES: this object outlives it, where it is.
  RecordedDecision recorded() const { return {&first, second ? &*second : nullptr}; }
};

void append_decision(std::string& out,
                     const SessionId& session,
                     const RecordedDecision& decision,
                     const CaseFacts* facts);
// REQUIRES: append_decision() of this process wrote the record.
SessionDecision read_decision(std::string_view record);

// The beginning of a record, without reading the rest.
SessionId session_in(std::string_view record);
Sequence sequence_in(std::string_view record);  // of the decision's first event

}  // namespace countersign
