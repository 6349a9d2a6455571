// StreamAudit: the streams that are no session's.
#include <utility>

#include "events/audit/streams/client_audit.h"
#include "events/audit/streams/reviewer_audit.h"
#include "events/audit/streams/stream_audit.h"
#include "events/audit/streams/webhook_audit.h"
#include "events/crypto/sha256.h"

namespace countersign {

std::optional<AuditFault> StreamAudit::take_of_client(const RecordedDecision& decision) {
  Client& client = *std::get<OneClient>(state_);
  const RecordedEvent& recorded = decision.first->recorded;
  if (decision.second != nullptr) {
    return fault_at(*decision.first, "the rules of a client do not allow the event at this place");
  }
  if (auto fault = client_fault(client, recorded)) {
    return fault_at(*decision.first, *std::move(fault));
  }
  evolve(client, recorded, decision.first->leaf);
  return std::nullopt;
}

std::optional<AuditFault> StreamAudit::take_of_reviewer(const RecordedDecision& decision) {
  Reviewer& reviewer = *std::get<OneReviewer>(state_);
  const RecordedEvent& recorded = decision.first->recorded;
  if (decision.second != nullptr) {
    return fault_at(*decision.first,
                    "the rules of a reviewer do not allow the event at this place");
  }
  if (auto fault = reviewer_fault(reviewer, recorded)) {
    return fault_at(*decision.first, *std::move(fault));
  }
  evolve(reviewer, recorded, decision.first->leaf);
  return std::nullopt;
}

std::optional<AuditFault> StreamAudit::take_of_webhooks(const RecordedDecision& decision) {
  Webhooks& webhooks = *std::get<OneClientsWebhooks>(state_);
  const RecordedEvent& recorded = decision.first->recorded;
  if (decision.second != nullptr || !is_webhook_event_allowed(webhooks, recorded)) {
    return fault_at(*decision.first, "the rules of webhooks do not allow the event at this place");
  }
  evolve(webhooks, recorded, decision.first->leaf);
  return std::nullopt;
}

std::optional<AuditFault> StreamAudit::take_of_keys(const RecordedDecision& decision) {
  if (decision.second == nullptr &&
      std::get<AllKeys>(state_)->take(decision.first->recorded, decision.first->leaf)) {
    return std::nullopt;
  }
  return fault_at(*decision.first, "the rules of keys do not allow the event at this place");
}

std::optional<AuditFault> StreamAudit::take_of_thresholds(const RecordedDecision& decision) {
  const auto* set = std::get_if<ThresholdsRecorded>(&decision.first->recorded.event);
  if (decision.second != nullptr || set == nullptr ||
      !std::get<AllThresholds>(state_)->insert(set->sha256).second) {
    return fault_at(*decision.first,
                    "the rules of thresholds do not allow the event at this place");
  }
  if (Sha256(sha256(set->text)) == set->sha256) return std::nullopt;
  return fault_at(*decision.first,
                  "the SHA-256 of the event's thresholds is not the one that the event gives");
}

// Logs of earlier releases have no such stream.
std::optional<AuditFault> StreamAudit::begin_log(const RecordedDecision& decision) {
  const RecordedEvent& recorded = decision.first->recorded;
  if (decision.second != nullptr || !std::holds_alternative<LogBegun>(recorded.event)) {
    return fault_at(*decision.first, "the log's own stream does not begin with LogBegun");
  }
  if (recorded.sequence != Sequence(1)) {
    return fault_at(*decision.first, "the event that begins the log is not its first event");
  }
  state_ = BegunLog{};
  return std::nullopt;
}

}  // namespace countersign
