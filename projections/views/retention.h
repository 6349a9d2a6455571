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
  Completed = 'c',   // finalized: ordered by the time at which it ended
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
class Retention : public Projection {
 public:
  static std::string prefix(RetentionQueue queue, const ClientKey& client = {});
  static std::string key(RetentionQueue queue,
                         const RetentionEntry& entry,
                         const ClientKey& client = {});
  // Parses a key of `queue`; empty for a key of another queue.
  static std::optional<RetentionEntry> parse(RetentionQueue queue, std::string_view key);

  std::string_view name() const override { return "retention"; }
  ViewSpace space() const override { return space::kRetention; }
  std::uint32_t version() const override { return 2; }
  std::uint32_t shape() const override { return 0; }
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
