#pragma once
#include "events/event_log.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// Fetches the tiles of a log's tree at its head, for readers of the tree. `log` must outlive the
// returned function, which is as thread-safe as the log.
tlog::FetchTile tiles_of(const EventLog& log);

}  // namespace countersign
