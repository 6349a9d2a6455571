#include "events/audit/successor_audit.h"

#include <utility>

#include "core/session/session.h"

namespace countersign {

AuditFault SuccessorAudit::without_decision(const Opened& opened) {
  return {opened.sequence,
          "the session names a predecessor, whose decision is not the next event of the log"};
}

std::optional<AuditFault> SuccessorAudit::take(const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  opened_for_.reset();
  const auto opened = std::exchange(opened_, std::nullopt);
  const SessionId* const successor = successor_in(recorded.event);
  if (opened) {
    const bool is_its_own = successor != nullptr && *successor == opened->session &&
                            recorded.stream == stream_of(opened->predecessor);
    if (!is_its_own) return without_decision(*opened);
    const auto& asked = *std::get<ReviewDecided>(recorded.event).again->successor;
    if (asked.steps != steps_of(opened->purpose)) {
      return fault_at(event, "the decision opens a session with other steps than it asks for");
    }
    opened_for_ = opened->client;
    return std::nullopt;
  }
  if (successor != nullptr) {
    return fault_at(event, "the decision opens a session, but is not the event behind its first");
  }
  const auto* created = std::get_if<SessionCreated>(&recorded.event);
  const auto session = session_of(recorded.stream);
  if (created == nullptr || !created->predecessor || !session) return std::nullopt;
  opened_ = Opened{recorded.sequence,
                   *session,
                   created->predecessor->session,
                   created->client,
                   created->purpose};
  return std::nullopt;
}

std::optional<AuditFault> SuccessorAudit::end() const {
  return opened_ ? std::optional(without_decision(*opened_)) : std::nullopt;
}

}  // namespace countersign
