#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "events/audit/decision_audit.h"
#include "events/audit/sandbox_audit.h"
#include "events/audit/stream_audit.h"
#include "events/audit/streams/claim_audit.h"
#include "events/audit/streams/session_id_set.h"
#include "events/audit/streams/stream_share.h"
#include "events/audit/streams/version_audit.h"
#include "events/audit/threshold_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads the events of a whole log once, in order, and finds the first that could not have happened.
// Checks that positions have no gap, that times do not go back, that a session is a sandbox session
// exactly if its client is a sandbox client, that each outcome's thresholds are in the log before
// it, that no event has an older version than the log had by then, that reviewers could do what
// they did, with the signatures of their decisions, and checks each stream as StreamAudit does.
//
// Remembers a whole Session for each open session; some 140 bytes for each session that has ended
// and is not purged, and 24 for each of its files, 56 of a session that was sent to review; 64
// bytes for each signed decision; 25 bytes for each session whose files were purged, so that its id
// is not used again. If that exceeds `bytes_max`, it gives up half of the streams that it examines,
// and continues with the others: each pass over the log uses constant memory, and left() names the
// streams for further passes. Pure but for its own state; one thread at a time.
class HistoryAudit {
 public:
  static constexpr std::size_t kBytesMax = std::size_t{256} << 20;

  // `log` is the log's origin (decision_audit.h); empty if it is not known.
  explicit HistoryAudit(std::size_t bytes_max = kBytesMax,
                        const StreamShare& share = {},
                        std::string log = {})
      : bytes_max_(bytes_max), share_(share), decisions_(std::move(log)) {}

  // The place for the next event. Its `bytes` may stay empty: take() only needs their number.
  StoredEvent& next() { return last_two_[filling_].event; }
  // Takes the event that was put into next(), whose line has `line_bytes` bytes. A fault concerns
  // this event or the one before, which may have waited for this one. After a fault, takes no
  // further event.
  std::optional<AuditFault> take(std::size_t line_bytes);
  // Judges an event that still waits for the next one.
  std::optional<AuditFault> end();

  std::uint64_t events() const { return events_; }  // events taken
  const std::vector<StreamShare>& left() const { return left_; }
  std::size_t bytes() const;  // remembered, roughly
  // The counts of people's decisions in the examined streams.
  const DecisionCounts& decisions() const { return decisions_.counts(); }
  // The roots that signed decisions name, in the same streams. This class does not compare them
  // with the log.
  const std::vector<SeenRoot>& seen() const { return decisions_.seen(); }

 private:
  struct ReadEvent {
    StoredEvent event;
    std::size_t line_bytes = 0;
  };
  struct Stream {
    StreamAudit audit;
    std::size_t text_bytes = 0;  // of its events

    std::size_t bytes() const;
  };

  std::optional<AuditFault> place_fault(const StoredEvent& event);
  std::optional<AuditFault> version_fault(const StoredEvent& event);
  std::optional<AuditFault> judge(const ReadEvent& first, const ReadEvent* second = nullptr);
  std::optional<AuditFault> judge_session(const SessionId& id,
                                          const RecordedDecision& decision,
                                          std::size_t text_bytes);
  // Whether the event is an act on a case whose claim keeps nobody out any more.
  bool is_free_of_claim(const SessionId& id, const StreamAudit& audit, const Event& event) const;
  std::optional<AuditFault> judge_other(const StreamId& id,
                                        const RecordedDecision& decision,
                                        std::size_t text_bytes);
  std::optional<AuditFault> judge_stream(Stream& stream,
                                         const RecordedDecision& decision,
                                         std::size_t text_bytes,
                                         bool case_is_free = false);
  void give_up_half();

  const std::size_t bytes_max_;
  StreamShare share_;
  std::vector<StreamShare> left_;

  std::array<ReadEvent, 2> last_two_;
  std::size_t filling_ = 0;
  bool waiting_ = false;  // the other of last_two_

  std::uint64_t events_ = 0;
  UtcTime latest_;
  std::unordered_map<SessionId, Stream, HashOfSessionId> sessions_;
  SessionIdSet closed_;
  std::map<StreamId, Stream> others_;
  SandboxAudit sandboxes_;
  ThresholdAudit thresholds_;
  DecisionAudit decisions_;
  ClaimAudit claims_;
  VersionAudit versions_;
  std::size_t stream_bytes_ = 0;  // of sessions_ and others_
};

}  // namespace countersign
