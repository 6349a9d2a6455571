#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/event/client_policy.h"
#include "core/event/recorded.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct SweepOptions {
  UtcTime now;
  RetentionPeriods periods{};          // of clients that have none of their own
  bool dry_run = false;                // count, and change nothing
  std::optional<std::size_t> limit{};  // sessions purged at most
  Actor actor{ActorKind::Sweep, {}};
  RequestId request{};
  // Told after every few sessions how far it is; the place to wait at, for a slower sweep.
  // False ends it early, in order.
  std::function<bool(const struct SweepReport&)> after_batch{};
};

struct SweepReport {
  // Of clients without periods of their own. Purged were completed sessions that ended before
  // the first, and other ones that ended before the second; the log has each session's own.
  UtcTime completed_cutoff;
  UtcTime unfinished_cutoff;
  std::uint64_t expired_sessions = 0;
  std::uint64_t purged_sessions = 0;
  std::uint64_t purged_files = 0;
  std::uint64_t purged_bytes = 0;
  std::uint64_t held_sessions = 0;  // due, and kept by a legal hold
  std::uint64_t failed_files = 0;   // not among the purged: they are still there
  bool complete = true;  // false: the limit, or after_batch, left sessions for the next sweep
};

// Records the sessions whose time has run out, then purges those whose retention is
// over. The event comes first, with the deletion of the wrapped key in the same batch;
// then the files are unlinked, their folders synced, and, once a sweep, the database
// made to let go of the deleted keys.
//
// Idempotent and resumable: a crash anywhere in between is made good by the next open. A
// file that cannot be unlinked is counted and tried again by the next sweep and
// the next open. Any thread but the writer's; slow. Two at a time share the work, and a pass of
// erasures (purge.h) gets its turn after a few sessions of a sweep at most, as a sweep does after
// one pass.
Result<SweepReport, StoreError> sweep(DataFolder& data, const SweepOptions& options);

// How long to wait after so many sessions, begun `elapsed` ago, for a sweep to keep to a rate
// of sessions a second; a rate of 0 is none.
Duration pause_for(std::uint64_t sessions, Duration elapsed, std::uint32_t sessions_a_second);

}  // namespace countersign
