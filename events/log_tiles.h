#pragma once
#include "events/event_log.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// The tiles of a log's tree as of its head, for who reads the tree. `log` must live as long as
// what is returned, which is as thread-safe as the log.
tlog::FetchTile tiles_of(const EventLog& log);

}  // namespace countersign
