#include "events/audit/sandbox_audit.h"

namespace countersign {

std::optional<AuditFault> SandboxAudit::take(const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  if (const auto* registered = std::get_if<ClientRegistered>(&recorded.event)) {
    const auto key = client_of(recorded.stream);
    if (registered->sandbox && key) sandboxes_.insert(key->value());
    return std::nullopt;
  }
  const auto* created = std::get_if<SessionCreated>(&recorded.event);
  if (created == nullptr) return std::nullopt;
  if (created->sandbox == sandboxes_.contains(created->client.value())) return std::nullopt;
  return AuditFault{recorded.sequence, "the session's sandbox flag is not that of its client"};
}

}  // namespace countersign
