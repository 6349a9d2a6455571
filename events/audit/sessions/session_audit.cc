#include "events/audit/sessions/session_audit.h"

namespace countersign {

std::optional<AuditFault> SessionAudit::take(const RecordedDecision& decision,
                                             const CaseFacts* facts,
                                             CaseAudit& cases) {
  if (!stream_) {
    return fault_at(*decision.first,
                    "the event follows the purge of its session's files, after which the session "
                    "has no more events");
  }
  const ReviewClaim* const claim = stream_->claim();
  const bool is_free = claim != nullptr && CaseAudit::is_free(facts, *claim, *stream_->client());
  const bool is_handed = stream_->is_handed();
  if (auto fault = stream_->take(decision, is_free)) return fault;
  if (auto fault = cases.judge(*decision.first,
                               facts,
                               stream_->client(),
                               stream_->images(),
                               stream_->opinions_needed(),
                               is_handed)) {
    return fault;
  }
  if (stream_->is_closed()) stream_.reset();
  return std::nullopt;
}

std::string SessionAudit::state() const {
  std::string state;
  if (stream_) stream_->append_state(state);
  return state;
}

bool SessionAudit::take_state(std::string_view bytes) {
  if (bytes.empty()) {
    stream_.reset();
    return true;
  }
  StateReader in(bytes);
  return stream_->take_state(in) && in.at_end() && stream_->is_session();
}

}  // namespace countersign
