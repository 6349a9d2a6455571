#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "core/ids.h"
#include "core/recorded.h"
#include "core/rejection.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "events/submission.h"
#include "projections/data_folder.h"

namespace countersign {

struct SweepOptions {
  UtcTime now;
  Duration retention = std::chrono::hours(24 * 30);        // after a session was completed
  Duration retention_unfinished = std::chrono::hours(24);  // after it ended otherwise
  bool dry_run = false;                                    // count, and change nothing
  std::optional<std::size_t> limit{};                      // sessions purged at most
  Actor actor{ActorKind::Sweep, {}};
  RequestId request{};
};

struct SweepReport {
  UtcTime completed_cutoff;   // purged: completed sessions that ended before this
  UtcTime unfinished_cutoff;  // purged: other ones that ended before this
  std::uint64_t expired_sessions = 0;
  std::uint64_t purged_sessions = 0;
  std::uint64_t purged_files = 0;
  std::uint64_t purged_bytes = 0;
  std::uint64_t held_sessions = 0;  // due, and kept by a legal hold
  std::uint64_t failed_files = 0;   // purged in the log, and not yet unlinked
  bool complete = true;             // false: the limit left sessions for the next sweep
};

// Records the sessions whose time has run out, then purges those whose retention is
// over. The event comes first, with the deletion of the wrapped key in the same batch;
// then the files are unlinked, their folders synced, and, once a sweep, the database
// made to let go of the deleted keys.
//
// Idempotent and resumable: a crash anywhere in between is made good by the next open. A
// file that cannot be unlinked is counted and tried again by the next sweep and
// the next open. One at a time: a second call waits. Any thread but the writer's; slow.
Result<SweepReport, StoreError> sweep(DataFolder& data, const SweepOptions& options);

struct PurgeReport {
  std::uint64_t purged_files = 0;
  std::uint64_t purged_bytes = 0;
  std::uint64_t failed_files = 0;  // not yet unlinked; the next sweep tries again
  Sequence sequence;               // of FilesPurged
};
using PurgeFailure = std::variant<Rejection, StoreError, Busy>;

// Erases one session's bytes before their time, ending it if it is open. Returns
// when key and files are physically gone. Rejection: LegalHold, NothingToDo.
Result<PurgeReport, PurgeFailure> purge_session(DataFolder& data,
                                                const SessionId& session,
                                                const Actor& actor,
                                                const RequestId& request,
                                                UtcTime now);

}  // namespace countersign
