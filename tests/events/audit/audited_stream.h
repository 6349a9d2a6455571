#pragma once
#include <optional>
#include <vector>

#include "events/audit/streams/stream_audit.h"

namespace countersign {

// Audits a complete stream; empty if it has no fault.
inline std::optional<AuditFault> audit_stream(const std::vector<StoredEvent>& stream) {
  StreamAudit audit;
  for (std::size_t i = 0; i < stream.size();) {
    RecordedDecision decision{&stream[i]};
    if (i + 1 < stream.size() && belong_together(stream[i], stream[i + 1])) {
      decision.second = &stream[i + 1];
    }
    if (auto fault = audit.take(decision)) return fault;
    i += decision.second == nullptr ? 1 : 2;
  }
  return std::nullopt;
}

}  // namespace countersign
