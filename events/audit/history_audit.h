#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/audit/sandbox_marks.h"
#include "events/audit/session_id_set.h"
#include "events/audit/stream_audit.h"
#include "events/audit/stream_share.h"
#include "events/audit/threshold_marks.h"
#include "events/event_log.h"

namespace countersign {

// Goes through the events of a whole log once, in their order, and finds the first that
// could not have happened: positions without a gap, times that do not go back, each session a
// sandbox's if its client is one, each outcome's thresholds in the log before it, and each stream
// as StreamAudit has it.
//
// What it must remember is a whole Session for each that is open; some 140 bytes for each that has
// ended and is not purged, and 24 for each of its files; 25 for each whose files were purged, lest
// its id be used again.
// If that becomes more than `bytes_max`, it gives up half of the streams that it looks at, and goes
// on with the others: each pass over the log is one of constant memory, and left() says
// which streams are for further passes. Pure but for its own state; one thread at a time.
class HistoryAudit {
 public:
  static constexpr std::size_t kBytesMax = std::size_t{256} << 20;

  explicit HistoryAudit(std::size_t bytes_max = kBytesMax, const StreamShare& share = {})
      : bytes_max_(bytes_max), share_(share) {}

  // Where the next event is to be put; of its bytes only the number is looked at, by take().
  StoredEvent& next() { return slots_[filling_].event; }
  // Takes the event that was put there, whose line has so many bytes. A fault is of this event or
  // of the one before, which may have waited for it. After one, no further event.
  std::optional<AuditFault> take(std::size_t line_bytes);
  // Judges an event that still waits for another.
  std::optional<AuditFault> end();

  std::uint64_t events() const { return events_; }  // that were taken
  const std::vector<StreamShare>& left() const { return left_; }
  std::size_t bytes() const;  // that are remembered, roughly

 private:
  struct Slot {
    StoredEvent event;
    std::size_t line_bytes = 0;
  };
  struct Stream {
    StreamAudit audit;
    std::size_t text_bytes = 0;  // of its events

    std::size_t bytes() const;
  };

  std::optional<AuditFault> place_fault(const StoredEvent& event);
  std::optional<AuditFault> judge(const Slot& first, const Slot* second = nullptr);
  std::optional<AuditFault> judge_session(const SessionId& id,
                                          const Act& act,
                                          std::size_t text_bytes);
  std::optional<AuditFault> judge_other(const StreamId& id, const Act& act, std::size_t text_bytes);
  std::optional<AuditFault> judge_stream(Stream& stream, const Act& act, std::size_t text_bytes);
  void give_up_half();

  const std::size_t bytes_max_;
  StreamShare share_;
  std::vector<StreamShare> left_;

  std::array<Slot, 2> slots_;
  std::size_t filling_ = 0;
  bool waiting_ = false;  // the event in the other slot

  std::uint64_t events_ = 0;
  UtcTime latest_;
  std::unordered_map<SessionId, Stream, HashOfSessionId> sessions_;
  SessionIdSet closed_;
  std::map<StreamId, Stream> others_;
  SandboxMarks sandboxes_;
  ThresholdMarks thresholds_;
  std::size_t stream_bytes_ = 0;  // of sessions_ and others_
};

}  // namespace countersign
