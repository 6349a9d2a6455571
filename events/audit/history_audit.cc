#include "events/audit/history_audit.h"

#include <functional>
#include <iterator>

namespace countersign {
namespace {

constexpr std::size_t kNodeBytes = 48;  // of a map: links, key, what the allocator adds
// No further halving: a single stream cannot be halved, and a million streams are more than one
// pass has memory for.
constexpr unsigned kShareBitsMax = 20;

std::uint64_t hash_of(const StreamId& stream) { return std::hash<std::string>()(stream.value()); }

}  // namespace

std::optional<AuditFault> HistoryAudit::take(std::size_t line_bytes) {
  ReadEvent& newest = last_two_[filling_];
  const ReadEvent& before = last_two_[1 - filling_];
  newest.line_bytes = line_bytes;
  const StoredEvent& event = newest.event;
  auto misplaced = place_fault(event);
  if (waiting_) {
    waiting_ = false;
    // It is the second event of the previous decision, in the wrong place.
    if (misplaced && event.recorded.stream == before.event.recorded.stream) return misplaced;
    if (!misplaced && belong_together(before.event, event)) return judge(before, &newest);
    if (auto fault = judge(before)) return fault;
  }
  if (misplaced) return misplaced;
  if (!may_begin_a_pair(event)) return judge(newest);
  waiting_ = true;
  filling_ = 1 - filling_;
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::end() {
  if (!waiting_) return std::nullopt;
  waiting_ = false;
  return judge(last_two_[1 - filling_]);
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

std::optional<AuditFault> HistoryAudit::judge(const ReadEvent& first, const ReadEvent* second) {
  if (auto fault = version_fault(first.event)) return fault;
  if (second != nullptr) {
    if (auto fault = version_fault(second->event)) return fault;
  }
  if (auto fault = sandboxes_.take(first.event)) return fault;
  if (auto fault = thresholds_.take(second == nullptr ? first.event : second->event)) return fault;
  auto copied = decisions_.learn(first.event);
  RecordedDecision decision{&first.event};
  std::size_t text_bytes = first.line_bytes;
  if (second != nullptr) {
    decision.second = &second->event;
    text_bytes += second->line_bytes;
  }
  const StreamId& stream = first.event.recorded.stream;
  const auto session = session_of(stream);
  auto fault = session ? judge_session(*session, decision, text_bytes)
                       : judge_other(stream, decision, text_bytes);
  if (!fault) fault = std::move(copied);
  claims_.learn(first.event.recorded);
  if (!fault && bytes() > bytes_max_) give_up_half();
  return fault;
}

std::optional<AuditFault> HistoryAudit::judge_session(const SessionId& id,
                                                      const RecordedDecision& decision,
                                                      std::size_t text_bytes) {
  if (share_.bits > 0 && !share_.has(HashOfSessionId()(id))) return std::nullopt;
  const auto [found, fresh] = sessions_.try_emplace(id);
  if (fresh && closed_.contains(id)) {
    return AuditFault{decision.first->recorded.sequence,
                      "the event follows the purge of its session's files, after which the session "
                      "has no more events"};
  }
  const bool is_free = is_free_of_claim(id, found->second.audit, decision.first->recorded.event);
  if (auto fault = judge_stream(found->second, decision, text_bytes, is_free)) return fault;
  const StreamAudit& audit = found->second.audit;
  if (auto fault = decisions_.judge(
          *decision.first, audit.client(), audit.images(), audit.opinions_needed())) {
    return fault;
  }
  if (found->second.audit.is_closed()) {
    stream_bytes_ -= found->second.bytes();
    sessions_.erase(found);
    closed_.insert(id);
  }
  return std::nullopt;
}

bool HistoryAudit::is_free_of_claim(const SessionId& id,
                                    const StreamAudit& audit,
                                    const Event& event) const {
  const ReviewClaim* const claim = audit.claim();
  if (claim == nullptr) return false;
  return decisions_.is_free(event, *claim, *audit.client()) || claims_.is_free(event, id, *claim);
}

std::optional<AuditFault> HistoryAudit::judge_other(const StreamId& id,
                                                    const RecordedDecision& decision,
                                                    std::size_t text_bytes) {
  if (share_.bits > 0 && !share_.has(hash_of(id))) return std::nullopt;
  if (auto fault = judge_stream(others_[id], decision, text_bytes)) return fault;
  decisions_.count_passkey(decision.first->recorded.event);
  return std::nullopt;
}

std::optional<AuditFault> HistoryAudit::judge_stream(Stream& stream,
                                                     const RecordedDecision& decision,
                                                     std::size_t text_bytes,
                                                     bool case_is_free) {
  if (stream.text_bytes > 0) stream_bytes_ -= stream.bytes();
  if (auto fault = stream.audit.take(decision, case_is_free)) return fault;
  stream.text_bytes += text_bytes;
  stream_bytes_ += stream.bytes();
  return std::nullopt;
}

// ---- memory -----------------------------------------------------------------

std::size_t HistoryAudit::Stream::bytes() const {
  return kNodeBytes + sizeof(*this) + audit.bytes(text_bytes);
}

std::size_t HistoryAudit::bytes() const {
  return stream_bytes_ + closed_.bytes() + seen().size() * sizeof(SeenRoot);
}

void HistoryAudit::give_up_half() {
  if (share_.bits == kShareBitsMax) return;
  left_.push_back(share_.other_half());
  share_ = share_.kept_half();
  std::erase_if(sessions_,
                [this](const auto& entry) { return !share_.has(HashOfSessionId()(entry.first)); });
  std::erase_if(others_, [this](const auto& entry) { return !share_.has(hash_of(entry.first)); });
  closed_.shrink_to(share_);
  decisions_.forget_seen_if(
      [this](const SessionId& id) { return !share_.has(HashOfSessionId()(id)); });
  stream_bytes_ = 0;
  for (const auto& [id, stream] : sessions_) stream_bytes_ += stream.bytes();
  for (const auto& [id, stream] : others_) stream_bytes_ += stream.bytes();
}

}  // namespace countersign
