#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct SweepOptions {
  UtcTime now;
  RetentionPeriods periods{};          // of clients without periods of their own
  bool dry_run = false;                // counts, and changes nothing
  std::optional<std::size_t> limit{};  // most sessions to purge
  Actor actor{ActorKind::Sweep, {}};
  RequestId request{};
  // Called with the progress after every few sessions; may wait, for a slower sweep. False ends the
  // sweep early and cleanly.
  std::function<bool(const struct SweepReport&)> after_batch{};
  // Once given up, the sweep ends in the same way, a dry run too.
  GivenUp given_up{};
};

struct SweepReport {
  // For clients without periods of their own: completed sessions that ended, or were decided,
  // before the first cutoff and other sessions that ended before the second are purged. Sessions
  // that wait for a review have a period of their own. The log has each session's own cutoff.
  UtcTime completed_cutoff;
  UtcTime unfinished_cutoff;
  std::uint64_t expired_sessions = 0;
  std::uint64_t purged_sessions = 0;
  std::uint64_t purged_files = 0;
  std::uint64_t purged_bytes = 0;
  std::uint64_t held_sessions = 0;    // due, but kept by a legal hold
  std::uint64_t failed_files = 0;     // not among the purged files: they still exist
  std::uint64_t unread_sessions = 0;  // due, but their records cannot be read
  bool complete = true;  // false: the limit, a full queue, after_batch or given_up left sessions
};

// Records the expiry of sessions whose time is over, then purges the sessions whose retention is
// over. The event is written first, with the deletion of the wrapped key in the same batch. Then
// the files are unlinked and their folders synced and, once per sweep, the deleted keys are
// scrubbed from the database. From the last day of a closed client on, the retention of each of its
// ended sessions is over.
//
// Idempotent and resumable: after a crash at any point the next open completes it. A file that
// cannot be unlinked is counted, and tried again by the next sweep and the next open. Any thread
// but the writer's; slow. Two concurrent sweeps share the work. A pass of erasures (purge.h) gets
// its turn after at most a few sessions of a sweep, as a sweep does after one pass.
//
// Corrupt: a queue of due sessions is damaged, and the rest was swept; or the list of clients is
// damaged, and nothing was purged.
Result<SweepReport, StoreError> sweep(DataFolder& data, const SweepOptions& options);

// How long to wait so that a sweep that began `elapsed` ago and has handled `sessions` keeps to a
// rate of sessions per second; a rate of 0 means no limit.
Duration pause_for(std::uint64_t sessions, Duration elapsed, std::uint32_t sessions_a_second);

}  // namespace countersign
