#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "events/event_log.h"
#include "events/writer/decider.h"
#include "events/writer/submission.h"
#include "projections/queries/capture_decider.h"
#include "projections/views/all_projections.h"
#include "tests/projections/support/capture_commands.h"
#include "tests/projections/support/memory_views.h"

namespace countersign {

// A log and its writer without a disk. The real decider decides on the submissions and the real
// projections fold their events, one after the other.
class History {
 public:
  Outcome submit(const Submission& submission) {
    DecisionOutcome verdict = decider_.decide(submission, views_);
    if (const auto* rejection = std::get_if<Rejection>(&verdict)) return *rejection;
    if (const auto* replayed = std::get_if<Replayed>(&verdict)) return *replayed;
    Committed committed;
    auto& events = std::get<std::vector<Event>>(verdict);
    if (submission.successor) {
      DecisionOutcome opening = decider_.decide(*submission.successor, views_);
      if (const auto* rejection = std::get_if<Rejection>(&opening)) return *rejection;
      if (successor_in(events.back()) == nullptr) std::get<std::vector<Event>>(opening).clear();
      for (Event& event : std::get<std::vector<Event>>(opening)) {
        committed.events.push_back(record(*submission.successor, std::move(event), true));
      }
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      const bool last = i + 1 == events.size();
      committed.events.push_back(record(submission, std::move(events[i]), last));
    }
    return committed;
  }

  const std::vector<StoredEvent>& events() const { return events_; }
  MemoryViews& views() { return views_; }
  const CaptureDecider& decider() const { return decider_; }

  // The views that a rebuild makes from the events alone.
  ViewEntries rebuilt() const {
    MemoryViews fresh;
    for (const StoredEvent& event : events_) fold_into_all(event.recorded, event.leaf, fresh);
    return fresh.entries();
  }

 private:
  RecordedEvent record(const Submission& submission, Event event, bool last) {
    const StreamHead head = decider_.head(submission.stream, views_);
    now_ = std::max(now_, time_of(submission.command));
    RecordedEvent recorded;
    recorded.sequence = Sequence(events_.size() + 1);
    recorded.stream = submission.stream;
    recorded.version = StreamVersion(head.version.value() + 1);
    recorded.previous = head.leaf;
    recorded.at = now_;
    recorded.actor = submission.actor;
    recorded.request = submission.request;
    if (last) recorded.idempotency = submission.idempotency;
    if (std::holds_alternative<DocumentAccepted>(event)) recorded.sealed = submission.sealed_values;
    if (std::holds_alternative<LivenessRejected>(event)) recorded.sealed = submission.sealed_marks;
    recorded.event = std::move(event);
    const Sha256 leaf(sha256("leaf " + std::to_string(recorded.sequence.value())));
    decider_.fold(recorded, leaf, views_);
    events_.push_back({recorded, {}, leaf});
    return recorded;
  }

  CaptureDecider decider_;
  MemoryViews views_;
  std::vector<StoredEvent> events_;
  UtcTime now_{0};
};

inline bool is_committed(const Outcome& outcome) {
  return std::holds_alternative<Committed>(outcome);
}
inline bool is_rejected(const Outcome& outcome, Refusal why) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == why;
}

}  // namespace countersign
