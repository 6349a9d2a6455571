#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// The queue that a session is in. The letters are on the disk.
enum class RetentionQueue : char {
  Open = 'o',        // not ended: ordered by the time at which it expires
  Completed = 'c',   // finalized: ordered by the time at which it ended or a review was settled
  InReview = 'r',    // finalized, and waits for a review: ordered by the time at which it ended
  Unfinished = 'u',  // expired or canceled: ordered by the time at which it ended
};

struct RetentionEntry {
  UtcTime time;
  SessionId session;
  bool operator==(const RetentionEntry&) const = default;
};

// The sessions whose bytes are not yet purged, in the order in which they become due: queue,
// client, time, session id -> empty. A purged session is in no queue. All open sessions are in one
// queue, with an empty client; ended sessions are in a queue per client, since each client may have
// a retention of its own.
class Retention {
 public:
  static std::string prefix(RetentionQueue queue, const ClientKey& client = {});
  static std::string key(RetentionQueue queue,
                         const RetentionEntry& entry,
                         const ClientKey& client = {});
  // Parses a key of `queue`; empty for a key of another queue.
  static std::optional<RetentionEntry> parse(RetentionQueue queue, std::string_view key);

  static Projection projection();
  static void fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentRejected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DeviceJoined>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LinkRenewed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LinkTakenBack>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
