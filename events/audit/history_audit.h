#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "events/audit/decision_audit.h"
#include "events/audit/sandbox_audit.h"
#include "events/audit/sessions/decision_counts.h"
#include "events/audit/sessions/sessions_audit.h"
#include "events/audit/streams/claim_audit.h"
#include "events/audit/streams/stream_audit.h"
#include "events/audit/streams/version_audit.h"
#include "events/audit/successor_audit.h"
#include "events/audit/threshold_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads the events of a whole log once, in order, and finds the first that could not have happened.
// Checks that positions have no gap, that times do not go back, that a session is a sandbox session
// exactly if its client is a sandbox client, that each outcome's thresholds are in the log before
// it, that no event has an older version than the log had by then, that reviewers could do what
// they did, with the signatures of their decisions, that a decision which asks again comes with the
// session it opens (successor_audit.h), and checks each stream as StreamAudit does.
//
// The decisions of sessions go to `SessionDecisions` with what their rules need from the events
// before. Without one they are judged at once, with all sessions in memory. Remembers the streams
// that are no session's, which grow with clients, reviewers, endpoints and key slots. Pure but for
// its own state; one thread at a time.
class HistoryAudit {
 public:
  // `log` is the log's origin (case_audit.h); empty if it is not known.
  explicit HistoryAudit(std::string log = {})
      : judged_(std::in_place, std::move(log), decisions_.asked()), sessions_(&*judged_) {}
  // REQUIRES: `sessions` outlives it.
  explicit HistoryAudit(SessionDecisions& sessions) : sessions_(&sessions) {}
  HistoryAudit(const HistoryAudit&) = delete;
  HistoryAudit& operator=(const HistoryAudit&) = delete;

  // The place for the next event. Its `bytes` may stay empty.
  StoredEvent& next() { return last_two_[filling_]; }
  // Takes the event that was put into next(). A fault concerns this event or the one before, which
  // may have waited for this one. After a fault, takes no further event.
  std::optional<AuditFault> take();
  // Judges an event that still waits for the next one.
  std::optional<AuditFault> end();

  std::uint64_t events() const { return events_; }  // events taken
  // The policies of clients at each place of the log.
  const AskedHistory& asked() const { return decisions_.asked(); }
  // The passkeys of the events before `end`; nullopt: of all.
  PasskeyCounts passkeys_before(std::optional<Sequence> end) const {
    return decisions_.passkeys_before(end);
  }
  // The counts of people's decisions, if they were judged at once.
  DecisionCounts decisions() const;

  // See state_form.h. The state behind the events that were taken, but for that of sessions.
  // REQUIRES for writing: end() was called, and there is no fault.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  // The last event that was taken, here or by the audit from which this one goes on, if it may
  // begin a pair.
  struct LastBefore {
    bool is_nonce = false;  // else a cancellation
    StreamId stream;
    RequestId request;
  };
  std::optional<AuditFault> fault_of_last(const StoredEvent& event);
  std::optional<LastBefore> last_now() const;

  std::optional<AuditFault> place_fault(const StoredEvent& event);
  std::optional<AuditFault> version_fault(const StoredEvent& event);
  std::optional<AuditFault> judge(const StoredEvent& first, const StoredEvent* second = nullptr);
  std::optional<AuditFault> judge_session(const SessionId& id, const RecordedDecision& decision);
  std::optional<AuditFault> judge_other(const StreamId& id, const RecordedDecision& decision);

  std::array<StoredEvent, 2> last_two_;
  std::size_t filling_ = 0;
  bool waiting_ = false;                   // the other of last_two_
  std::optional<LastBefore> last_before_;  // until an event is taken here

  std::uint64_t events_ = 0;
  UtcTime latest_;
  std::map<StreamId, StreamAudit> others_;
  SandboxAudit sandboxes_;
  ThresholdAudit thresholds_;
  DecisionAudit decisions_;
  ClaimAudit claims_;
  VersionAudit versions_;
  SuccessorAudit successors_;
  std::optional<SessionsAudit> judged_;
  SessionDecisions* const sessions_;
};

}  // namespace countersign
