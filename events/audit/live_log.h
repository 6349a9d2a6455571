#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "events/audit/streams/stream_audit.h"
#include "events/event_store.h"
#include "events/tree_tiles.h"

namespace countersign {

struct LiveVerdict {
  LogHead head;              // when the audit began
  std::uint64_t events = 0;  // found to be good
  std::optional<AuditFault> fault;
};

// Audits (audit_log()) the log of a data folder, `events` with its `tiles`, up to its head at the
// time of the call, while the log may grow: the events, the tiles of the Merkle tree, the head's
// root, and at last the lists of the streams' events, which are read as they lie on the disk. A
// list that is damaged is a fault of its stream's first event; the events are then read once more,
// to find it.
//
// `origin` is the log's origin, which signed decisions name; empty if it is not known.
//
// Corrupt data is a fault. Any other failure of the log is the error: the log was not audited. So
// are Full and Io of the temporary file (README.md), and Stopped, once the audit was given up. Any
// thread; does not block the writer; uses half of the cores.
Result<LiveVerdict, StoreError> audit_live_log(const EventStore& events,
                                               const TreeTiles& tiles,
                                               std::string origin = {},
                                               const GivenUp& given_up = {});

}  // namespace countersign
