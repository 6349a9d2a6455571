#include "events/audit/history_audit.h"

namespace countersign {

std::optional<AuditFault> HistoryAudit::take() {
  const StoredEvent& event = last_two_[filling_];
  const StoredEvent& before = last_two_[1 - filling_];
  auto misplaced = place_fault(event);
  if (waiting_) {
    waiting_ = false;
    // It is the second event of the previous decision, in the wrong place.
    if (misplaced && event.recorded.stream == before.recorded.stream) return misplaced;
    if (!misplaced && belong_together(before, event)) return judge(before, &event);
    if (auto fault = judge(before)) return fault;
  }
  if (misplaced) return misplaced;
  if (auto fault = fault_of_last(event)) return fault;
  if (!may_begin_a_pair(event)) return judge(event);
  waiting_ = true;
  filling_ = 1 - filling_;
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::end() {
  if (waiting_) {
    waiting_ = false;
    if (auto fault = judge(last_two_[1 - filling_])) return fault;
  }
  return successors_.end();
}

DecisionCounts HistoryAudit::decisions() const {
  DecisionCounts counts = judged_ ? judged_->cases().counts() : DecisionCounts();
  counts.passkeys = passkeys_before(std::nullopt);
  return counts;
}

std::optional<AuditFault> HistoryAudit::place_fault(const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  ++events_;
  if (recorded.sequence.value() != events_) {
    return AuditFault{Sequence(events_), "the event's sequence is not its place in the log"};
  }
  if (recorded.at < latest_) {
    return AuditFault{recorded.sequence, "the event's time is before that of the event before it"};
  }
  latest_ = recorded.at;
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::version_fault(const StoredEvent& event) {
  auto why = versions_.fault(event.recorded);
  if (!why) return std::nullopt;
  return AuditFault{event.recorded.sequence, *std::move(why)};
}

std::optional<AuditFault> HistoryAudit::judge(const StoredEvent& first, const StoredEvent* second) {
  if (auto fault = version_fault(first)) return fault;
  if (second != nullptr) {
    if (auto fault = version_fault(*second)) return fault;
  }
  if (auto fault = sandboxes_.take(first)) return fault;
  if (auto fault = thresholds_.take(second == nullptr ? first : *second)) return fault;
  if (auto fault = successors_.take(first)) return fault;
  auto copied = decisions_.learn(first);
  const RecordedDecision decision{&first, second};
  const StreamId& stream = first.recorded.stream;
  const auto session = session_of(stream);
  auto fault = session ? judge_session(*session, decision) : judge_other(stream, decision);
  if (!fault) fault = std::move(copied);
  claims_.learn(first.recorded);
  return fault;
}

std::optional<AuditFault> HistoryAudit::judge_session(const SessionId& id,
                                                      const RecordedDecision& decision) {
  auto facts = decisions_.facts_for(decision.first->recorded.event, claims_.holder_of(id));
  if (facts) facts->opened_for = successors_.opened_for();
  return sessions_->take(id, decision, facts ? &*facts : nullptr);
}

std::optional<AuditFault> HistoryAudit::judge_other(const StreamId& id,
                                                    const RecordedDecision& decision) {
  if (auto fault = others_[id].take(decision)) return fault;
  decisions_.count_passkey(decision.first->recorded);
  return std::nullopt;
}

// The audit before has found that the rules allow its last event alone. So they do not allow it
// together with the next event.
std::optional<AuditFault> HistoryAudit::fault_of_last(const StoredEvent& event) {
  if (!last_before_) return std::nullopt;
  StoredEvent last;
  last.recorded.sequence = Sequence(event.recorded.sequence.value() - 1);
  last.recorded.stream = last_before_->stream;
  last.recorded.request = last_before_->request;
  last.recorded.event = SessionCanceled{};
  if (last_before_->is_nonce) last.recorded.event = NonceConsumed{};
  last_before_.reset();
  if (!belong_together(last, event)) return std::nullopt;
  return fault_at(last, "the rules of a session do not allow the event at this place");
}

std::optional<HistoryAudit::LastBefore> HistoryAudit::last_now() const {
  if (last_before_) return last_before_;
  const StoredEvent& last = last_two_[1 - filling_];
  const bool is_last = events_ > 0 && last.recorded.sequence.value() == events_;
  if (!is_last || !may_begin_a_pair(last)) return std::nullopt;
  return LastBefore{std::holds_alternative<NonceConsumed>(last.recorded.event),
                    last.recorded.stream,
                    last.recorded.request};
}

void HistoryAudit::append_state(std::string& out) const {
  put_state(out, events_);
  put_state(out, latest_);
  const std::optional<LastBefore> last = last_now();
  put_state(out, last.has_value());
  if (last) {
    put_state(out, last->is_nonce);
    put_state(out, last->stream);
    put_state(out, last->request);
  }
  put_items(out, others_, [&](const auto& stream) {
    put_state(out, stream.first);
    stream.second.append_state(out);
  });
  sandboxes_.append_state(out);
  thresholds_.append_state(out);
  decisions_.append_state(out);
  claims_.append_state(out);
  versions_.append_state(out);
}

bool HistoryAudit::take_state(StateReader& in) {
  events_ = in.take<std::uint64_t>();
  latest_ = in.take<UtcTime>();
  if (in.take<bool>()) {
    last_before_ = LastBefore{};
    last_before_->is_nonce = in.take<bool>();
    last_before_->stream = in.take<StreamId>();
    last_before_->request = in.take<RequestId>();
  }
  const bool are_others = take_map(in, others_, [&](StreamAudit& stream) {
    return stream.take_state(in) && !stream.is_session();
  });
  return are_others && sandboxes_.take_state(in) && thresholds_.take_state(in) &&
         decisions_.take_state(in) && claims_.take_state(in) && versions_.take_state(in);
}

}  // namespace countersign
