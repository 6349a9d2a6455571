#include "projections/export/history_audit.h"

#include <functional>
#include <string_view>

namespace countersign {

std::size_t HistoryAudit::HashOfId::operator()(const SessionId& id) const {
  const Uuid& uuid = id.value();
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(uuid.data()), uuid.size()});
}

std::optional<AuditFault> HistoryAudit::take() {
  const StoredEvent& event = slots_[filling_];
  const StoredEvent& before = slots_[1 - filling_];
  auto misplaced = place_fault(event);
  if (waiting_) {
    waiting_ = false;
    // It is the event that belongs to the one before, in the wrong place.
    if (misplaced && event.recorded.stream == before.recorded.stream) return misplaced;
    if (!misplaced && belong_together(before, event)) return judge({&before, &event});
    if (auto fault = judge({&before})) return fault;
  }
  if (misplaced) return misplaced;
  if (!may_open_an_act(event)) return judge({&event});
  waiting_ = true;
  filling_ = 1 - filling_;
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::end() {
  if (!waiting_) return std::nullopt;
  waiting_ = false;
  return judge({&slots_[1 - filling_]});
}

std::optional<AuditFault> HistoryAudit::place_fault(const StoredEvent& event) {
  const Recorded& recorded = event.recorded;
  ++events_;
  if (recorded.sequence.value() != events_) {
    return AuditFault{Sequence(events_), "its sequence is not that of its place"};
  }
  if (recorded.at < latest_) {
    return AuditFault{recorded.sequence, "its time is before that of the event before"};
  }
  latest_ = recorded.at;
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::judge(const Act& act) {
  const StreamId& stream = act.first->recorded.stream;
  if (const auto session = session_of(stream)) return judge_session(*session, act);
  return others_[stream].take(act);
}

std::optional<AuditFault> HistoryAudit::judge_session(const SessionId& id, const Act& act) {
  if (closed_.contains(id)) {
    return AuditFault{act.first->recorded.sequence,
                      "its session's files were purged, and nothing can follow that"};
  }
  const auto found = sessions_.try_emplace(id).first;
  if (auto fault = found->second.take(act)) return fault;
  if (found->second.is_closed()) {
    sessions_.erase(found);
    closed_.insert(id);
  }
  return std::nullopt;
}

}  // namespace countersign
