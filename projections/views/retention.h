#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// What a session waits for. The letters are on the disk.
enum class RetentionQueue : char {
  Open = 'o',        // not ended: by the time it expires
  Completed = 'c',   // finalized: by the time it ended
  Unfinished = 'u',  // expired or canceled: by the time it ended
};

struct RetentionEntry {
  UtcTime time;
  SessionId session;
  bool operator==(const RetentionEntry&) const = default;
};

// The sessions whose bytes are not yet purged, in the order in which time will
// reach them: queue, client, time, session id -> nothing. A purged session is in none. The
// open ones are in one queue of no client; the ended ones in one for each, since each may
// have a retention of its own.
class Retention : public Projection {
 public:
  static std::string prefix(RetentionQueue queue, const ClientKey& client = {});
  static std::string key(RetentionQueue queue,
                         const RetentionEntry& entry,
                         const ClientKey& client = {});
  // Of a key in `queue`; nothing if it is another queue's.
  static std::optional<RetentionEntry> parse(RetentionQueue queue, std::string_view key);

  std::string_view name() const override { return "retention"; }
  ViewSpace space() const override { return space::kRetention; }
  std::uint32_t version() const override { return 2; }
  std::uint32_t shape() const override { return 0; }
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
