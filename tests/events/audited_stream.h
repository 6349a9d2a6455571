#pragma once
#include <optional>
#include <vector>

#include "events/audit/stream_audit.h"

namespace countersign {

// Audits a complete stream; empty if it has no fault.
inline std::optional<AuditFault> audit_stream(const std::vector<StoredEvent>& stream) {
  StreamAudit audit;
  for (std::size_t i = 0; i < stream.size();) {
    RecordedAppend act{&stream[i]};
    if (i + 1 < stream.size() && belong_together(stream[i], stream[i + 1])) {
      act.second = &stream[i + 1];
    }
    if (auto fault = audit.take(act)) return fault;
    i += act.second == nullptr ? 1 : 2;
  }
  return std::nullopt;
}

}  // namespace countersign
