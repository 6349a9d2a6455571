#pragma once
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/event/rejection.h"
#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "events/writer/submission.h"
#include "projections/folder/data_folder.h"

namespace countersign {

// The erasure of one session before its time, by request.
struct PurgeRequest {
  SessionId session;
  Actor actor;  // who asked, as the log names them
  RequestId request;
  std::optional<StatedReason> why{};
};

struct PurgeReport {
  std::uint64_t purged_files = 0;
  std::uint64_t purged_bytes = 0;
  std::uint64_t failed_files = 0;  // not yet unlinked; the next sweep tries again
  Sequence sequence;               // of FilesPurged
};
using PurgeFailure = std::variant<Rejection, StoreError, Busy>;
using PurgeOutcome = Result<PurgeReport, PurgeFailure>;

// Erases the sessions' bytes in one pass, ending open sessions, and returns when keys and files are
// physically gone. The cost of an erasure does not depend on the other sessions of its purge day:
// it is one write of the log and one of each key slot concerned, and a pass pays that once for all
// of its sessions. The sweep scrubs the deleted rows of their keys, which open nothing.
//
// The outcomes are in the order of the requests; each concerns its session only. Rejection:
// LegalHold, NothingToDo (unknown, or purged already). Busy: the writer's queue is full.
// StoreError: the purge may be in the log already; the next pass, sweep or open does the rest, and
// a repeated request is answered once that is done.
//
// `KeyPunctured` is recorded with each purge, in the name of the actor who asked for it.
//
// Any thread but the writer's; slow. Crashes: projections/README.md, Purging.
std::vector<PurgeOutcome> purge_sessions(DataFolder& data,
                                         const std::vector<PurgeRequest>& requests,
                                         UtcTime now);

// A pass with one request.
PurgeOutcome purge_session(DataFolder& data,
                           const SessionId& session,
                           const Actor& actor,
                           const RequestId& request,
                           UtcTime now,
                           const std::optional<StatedReason>& why = {});

}  // namespace countersign
